# Each target does exactly what CI does; CI calls nothing else.

CARGO ?= cargo
# Tests use the same features everywhere, so that nothing is built twice.
ALL = --workspace --all-features
# The simulation needs no database. It is optimized, because it simulates years.
SIM = $(CARGO) test -q -p refrain --profile sim --no-default-features --test sim --
# Crates with their own lock file, so that their dependencies stay out of the normal build.
SIDE_MANIFESTS = $(wildcard fuzz/Cargo.toml bench/*/Cargo.toml)
FUZZ_TARGETS = cron rrule spec batch template condition
FUZZ_SECONDS = 60
# Minimum line coverage of crates/recurrence/src, in percent.
COVERAGE_PERCENT_MIN = 95

.DEFAULT_GOAL := help
.PHONY: help run console openapi clients screenshots test compare sim matrix storm rolling lint bench-recurrence bench-store bench-engine bench-dispatch bench-api bench-console fuzz coverage

help: ## show this list
	@sed -n 's/^\([a-z-]*\): ## /  make \1 \t/p' Makefile | expand -t 26

# ARGS='--bind 127.0.0.1:8080' passes options; see `refrain serve --help`.
run: ## build and start the server on an embedded SQLite file
	.ci/console maybe-build
	$(CARGO) build --release -p refrain-server
	$(CARGO) run -q --release -p refrain-server --bin refrain -- serve $(ARGS)

console: ## build the web console, which the next build of the server embeds
	.ci/console build

# The console's types are generated from this file. A test fails if it differs from what the server prints.
openapi: ## write the OpenAPI document to console/openapi.json
	$(CARGO) build -q -p refrain-server
	$(CARGO) run -q -p refrain-server --bin refrain -- openapi > console/openapi.json.new
	mv console/openapi.json.new console/openapi.json

# A test fails if the generated files differ from what the document says.
clients: ## write the generated parts of the clients from console/openapi.json
	clients/generate.py

screenshots: ## take screenshots of every console page, in both themes
	.ci/console screenshots

# Doc tests and the simulation come first, so that the run ends with the summary of all other tests. Nextest is
# faster if it is installed; plain cargo runs the same tests, including the doc tests. The API is tested on
# PostgreSQL and on Redis first, then on SQLite with all other tests. The check of its OpenAPI document runs
# once. Each command follows .ci/services directly, without a shell in between that would swallow signals.
test: ## run every test
	.ci/console test
	REFRAIN_SERVICES='python go java' .ci/services .ci/clients test
ifneq ($(shell command -v cargo-nextest),)
	.ci/services $(CARGO) test $(ALL) --doc
	$(SIM)
	REFRAIN_SERVICES=postgres REFRAIN_HTTP_STORE=postgres .ci/services $(CARGO) nextest run $(ALL) --test http -E 'not test(/described/)'
	REFRAIN_SERVICES=redis REFRAIN_HTTP_STORE=redis .ci/services $(CARGO) nextest run $(ALL) --test http -E 'not test(/described/)'
	.ci/services $(CARGO) nextest run $(ALL) -E 'not binary(sim)'
else
	REFRAIN_SERVICES=postgres REFRAIN_HTTP_STORE=postgres .ci/services $(CARGO) test $(ALL) --test http -- --skip described
	REFRAIN_SERVICES=redis REFRAIN_HTTP_STORE=redis .ci/services $(CARGO) test $(ALL) --test http -- --skip described
	.ci/services $(CARGO) test $(ALL)
endif

# SEEDS=100000 sets the number of seeds and FROM=5000 the first one. SEED=4711 runs one seed and prints its
# steps. SHOWN=900 prints that many seconds before a violated invariant instead of only the last ones.
sim: ## simulate the engine under faults, seed by seed
	@start=$$(date +%s); \
	SIM_SEEDS=$(SEEDS) SIM_FROM=$(FROM) SIM_SEED=$(SEED) SIM_SHOWN=$(SHOWN) $(SIM) seeds_violate_no_invariant --nocapture; code=$$?; \
	took=$$(( $$(date +%s) - start + 1 )); \
	[ -z "$(SEEDS)" ] || echo "$(SEEDS) seeds in $$took s: $$(( $(SEEDS)0 * 6 / took )) seeds a minute"; exit $$code

# `make test` compares frequent schedules only around the DST changes if the other scheduler is slow.
compare: ## compare imported schedules with the schedulers themselves over two years, which takes minutes
	REFRAIN_COMPARE=complete REFRAIN_SERVICES='python node_modules systemd quartz robfig' .ci/services $(CARGO) test -q $(ALL) --test compare

# PART=3/8 runs the third of eight parts.
matrix: ## run every case of the policy matrix, which takes minutes
	MATRIX_PART=$(or $(PART),1/1) $(CARGO) test -q $(ALL) --test matrix -- --ignored

# Brokers take seconds to start, and only `make test` uses them.
storm bench-store bench-engine: export REFRAIN_SERVICES = postgres redis
bench-api: export REFRAIN_SERVICES = postgres

# MINUTES=10 runs longer than `make test`, SEED=4711 repeats the same faults, and STORE=redis or STORE=sqlite
# selects another store.
storm: ## kill and stop real nodes and their database, and check that nothing is lost
	REFRAIN_STORM_MINUTES=$(MINUTES) REFRAIN_STORM_STORE=$(STORE) REFRAIN_SEED=$(SEED) .ci/services $(CARGO) test -q $(ALL) --test processes -- storm --nocapture

# FROM=v0.1.0 is the version before the upgrade: a tag, a branch or a commit.
rolling: ## upgrade servers of an older version one by one, and check that nothing is lost
	@test -n "$(FROM)" || { echo "FROM is required, for example: make rolling FROM=v0.1.0"; exit 2; }
	mkdir -p target
	rm -rf target/before
	git archive --prefix=before/ $(FROM) | tar -x -C target
	CARGO_TARGET_DIR=$(abspath target) $(CARGO) build --manifest-path target/before/Cargo.toml -p refrain-server
	cp target/debug/refrain target/before/refrain
	REFRAIN_SERVICES=postgres REFRAIN_BEFORE=$(abspath target/before/refrain) .ci/services $(CARGO) test $(ALL) --test nodes -- rolling

lint: ## check formatting, lints, documentation, import edges and licenses
	$(CARGO) fmt --all --check
	@for manifest in $(SIDE_MANIFESTS); do $(CARGO) fmt --check --manifest-path $$manifest || exit 1; done
	$(CARGO) clippy $(ALL) --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc $(ALL) --no-deps
	$(CARGO) test -q $(ALL) --test tidy
	.ci/console check

bench-recurrence: ## benchmark the search for the next occurrence against other libraries
	$(CARGO) run --release --manifest-path bench/recurrence/Cargo.toml

# ARGS='--history 5000000' also measures claims with that much history; ARGS='--store sqlite --quick' is a quick run.
bench-store: ## benchmark plan, claim and settle on every store against the raw limit of its database
	$(CARGO) build --release --manifest-path bench/store/Cargo.toml
	.ci/services $(CARGO) run --release --manifest-path bench/store/Cargo.toml -- $(ARGS)

# ARGS='--store sqlite --only burst --quick' is a quick run.
bench-engine: ## benchmark complete runs on every store: bursts, sustained rates, slow handlers, idle nodes, several nodes
	$(CARGO) build --release --manifest-path bench/engine/Cargo.toml
	.ci/services $(CARGO) run --release --manifest-path bench/engine/Cargo.toml -- $(ARGS)

bench-dispatch: ## benchmark dispatch: rules, dedup and breakers, single conditions, and webhooks
	$(CARGO) run --release --manifest-path bench/dispatch/Cargo.toml -- $(ARGS)

# ARGS='--store sqlite --only reads --quick' is a quick run.
bench-api: ## benchmark the HTTP API of a real server, its startup and its memory
	$(CARGO) build --release -p refrain-server
	$(CARGO) build --release --manifest-path bench/api/Cargo.toml
	.ci/services $(CARGO) run --release --manifest-path bench/api/Cargo.toml -- --binary $${CARGO_TARGET_DIR:-target}/release/refrain $(ARGS)

# The filled store is kept for the next run.
bench-console: ## benchmark the console with 100,000 schedules in a real browser
	.ci/console build
	$(CARGO) build --release -p refrain-server
	mkdir -p console/bench
	$(CARGO) run --release --manifest-path bench/api/Cargo.toml -- --fill 100000 --keep console/bench
	REFRAIN_BINARY=$(abspath $(or $(CARGO_TARGET_DIR),target))/release/refrain REFRAIN_BENCH_STORE=$(abspath console/bench)/100000.db .ci/console bench

fuzz: ## run each fuzz target for a minute
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@rustup toolchain list | grep -q nightly || rustup toolchain install nightly --profile minimal
	@for target in $(FUZZ_TARGETS); do \
	    mkdir -p fuzz/corpus/$$target fuzz/seeds/$$target; \
	    $(CARGO) +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

coverage: ## measure the line coverage of the recurrence crate
	@.ci/coverage $(COVERAGE_PERCENT_MIN)
