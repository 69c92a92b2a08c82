# The two that matter: `make run` and `make test`. Both set up what they need.

VENV ?= .venv
# Where the app listens: the first free port from 8501 on, unless one is named.
ADDRESS ?= localhost
PORT ?=
# Arguments for one check: make test ARGS="tests/test_texts.py -x"
ARGS ?=
export VENV PYTHON
# Where it is set, each of the many programs that the tests start would compile all of the project's modules anew.
unexport PYTHONDONTWRITEBYTECODE

BIN = $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# Up to four processes; tests of one group (those in the browser) stay on one.
XDIST = -m "not audit" -n auto --maxprocesses 4 --dist loadgroup --no-loadscope-reorder
SOURCES = $(wildcard analyzer pages scripts tests benchmarks streamlit_app.py)
TYPED = $(wildcard analyzer pages streamlit_app.py)

.PHONY: help run test audit warm lint format bench bench-expectation bench-sessions bench-browsing bench-review bench-practice prove-shapes prove-games prove-endgames prove-store prove-records prove-drills fuzz fuzz-records calibration tournament train nearness screens constraints setup-run setup-test clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup-run  ## start the app (PORT=…, ADDRESS=0.0.0.0 to let other machines in)
	$(BIN)/python -m streamlit run streamlit_app.py --server.address $(ADDRESS) $(if $(PORT),--server.port $(PORT))

test: setup-test warm  ## every test, in the browser too (ARGS="tests/test_x.py -x" for some)
	-@$(BIN)/python tests/browser.py
	$(BIN)/python -m pytest -q $(if $(ARGS),$(ARGS),$(XDIST))

audit: setup-test warm  ## what takes too long for every run: each further page in the browser, logins, a newcomer's clone, training, matches
	$(BIN)/python -m pytest -q -n 0 -m audit $(ARGS)

warm: setup-test  ## compile the kernels now: once, before many processes that would wait for it or do without
	@$(BIN)/python -c "import analyzer; analyzer.compiler.warm_up(block=True)"

lint: setup-test  ## format, lint, strict types, layers
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy $(TYPED)
	$(BIN)/python -m pytest -q tests/test_layers.py

format: setup-test  ## write the code as `make lint` wants it
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

bench: setup-test  ## our speed and the peers', on the same hands
	$(BIN)/python benchmarks/run.py $(ARGS)

bench-expectation: setup-test  ## seconds to half a point, and what a second thread brings
	$(BIN)/python benchmarks/expectation.py $(ARGS)

bench-sessions: setup-test warm  ## twenty visitors at once: answers, health check, memory
	$(BIN)/python benchmarks/sessions.py $(ARGS)

bench-browsing: setup-test warm  ## first load and each interaction in a browser, desktop and phone
	$(BIN)/python benchmarks/browsing.py $(ARGS)

bench-review: setup-test warm  ## the first grades and all grades of a deal, and that they come out the same again
	$(BIN)/python benchmarks/reviewing.py --twice $(ARGS)

bench-practice: setup-test warm  ## how long the practice table's computer players think, level by level
	$(BIN)/python benchmarks/practice.py $(ARGS)

prove-shapes: setup-test  ## the class tables against an independent reference, every vector
	$(BIN)/python tests/proofs/prove_shapes.py $(ARGS)

prove-games: setup-test  ## whole self-played deals against the referee and the score answer
	$(BIN)/python tests/proofs/self_play.py $(ARGS)

prove-endgames: setup-test  ## the last draws of self-played deals against an exhaustive tree
	$(BIN)/python tests/proofs/endgames.py $(ARGS)

prove-records: setup-test  ## self-played deals as records: replayed to the same settlement, written and read back
	$(BIN)/python tests/proofs/records.py $(ARGS)

prove-drills: setup-test warm  ## keys of drills against the reference, and in other worlds
	$(BIN)/python tests/proofs/drills.py $(ARGS)

prove-store: setup-test  ## SIGKILL while history is written, made and migrated: nothing lost, nothing half-written
	$(BIN)/python tests/proofs/store_kills.py $(ARGS)

fuzz: setup-test  ## random bytes, text, JSON and positions: nothing but named errors
	$(BIN)/python tests/proofs/fuzz.py $(ARGS)

fuzz-records: setup-test  ## mutated records and quick forms: nothing but named errors
	$(BIN)/python tests/proofs/fuzz_records.py $(ARGS)

calibration: setup-run  ## predicted against realised results of self-played deals
	$(BIN)/python -m analyzer.playout.calibration $(ARGS)

tournament: setup-run  ## players of every strength against each other, on duplicate deals
	$(BIN)/python -m analyzer.expectation.tournament $(ARGS)

train: setup-run  ## learn the player and the judge of every game anew (ARGS="hongzhong" for some)
	$(BIN)/python -m analyzer.expectation.train $(ARGS)

nearness: setup-run  ## measure anew how near the hidden hands are to a win, for every game
	$(BIN)/python -m analyzer.playout.nearness $(ARGS)

screens: setup-test  ## pictures of every page, taken anew from the running app
	$(BIN)/python scripts/screenshots.py $(ARGS)

constraints:  ## newest versions into constraints.txt (needs uv)
	scripts/constraints.sh

clean:  ## remove the environment and everything that was built
	rm -rf "$(VENV)" build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

setup-run:
	@scripts/bootstrap.sh run

setup-test:
	@scripts/bootstrap.sh test
