# nessiec: build, test, generate. `make test` installs what the tests need
# (through apt-get when it is root) and runs everything that CI runs.

GO ?= go

# The fusion solver HiGHS is linked in where g++ and zlib are there; without it the
# compiler searches with its own solver.
TAGS ?= $(shell command -v g++ >/dev/null && [ -e /usr/include/zlib.h ] && echo highs)

# Tests make much garbage and keep little: with Go's usual setting they collect it for a
# third of their time.
GOTEST = GOGC=400 GOMEMLIMIT=4GiB $(GO) test

# Tests wait for compilers and browsers: one package more than there are processors is tested
# at a time.
AT_A_TIME = -p $$(( $$(getconf _NPROCESSORS_ONLN) + 1 ))

# What takes longest is tested first, so that no processor waits for it at the end.
LONGEST = ./tools/playground ./examples ./tools/conformance ./tools/nessiec

# The package whose files depend on the linked solver, which all of the compiler imports.
SOLVER = ./passes/kernel/fusion

# What is tested with the linked solver as well: a binary takes longer to link with it than most
# tests take to run.
SOLVED = ./passes ./passes/kernel/... ./tools/bench/fusion

.PHONY: all build parquet playground site test test-packages test-solved lanl quick quick-passes quick-programs test-all conformance fuzz mutate bench bench-harlan bench-gpu bench-ranks bench-fusion papers bench-compile yardstick gen check-gen deps clean

all: build

# The command. Nothing but Go is needed.
build:
	$(GO) build -tags '$(TAGS)' -o bin/nessiec ./tools/nessiec

# What reads .parquet files for the command: a module of its own, as large as all the rest.
parquet:
	cd tools/parquet && $(GO) test ./... && $(GO) build -o ../../bin/nessiec-parquet .

# The playground, a folder of static files that any server can serve. npm fetches the
# editor, once. Try it: cd bin/playground && python3 -m http.server
playground:
	$(GO) run ./tools/playground -o bin/playground

# The documents as pages for browsers, in bin/site.
site:
	$(GO) run ./tools/site

# Compilers, the OpenCL loader and device, and the checkers that tests call.
deps:
	@tools/deps.sh

# Both parts at a time, so that no processor waits for the other part at the end.
test: deps build
	$(MAKE) --no-print-directory -j2 test-packages test-solved

test-packages:
	$(GO) vet ./...
	$(GOTEST) $(AT_A_TIME) -vet=off -timeout 60m $(LONGEST) ./...

test-solved:
	$(GO) vet -tags '$(TAGS)' $(SOLVER)
	$(GOTEST) -p 1 -vet=off -tags '$(TAGS)' -timeout 60m $(SOLVED)
	-$(GO) run ./tools/fuzz -seed=0 -duration=10s # a new seed tells what it finds and fails nothing

# The planning of fusion with the other binding of the solver; `make test` does it, too.
lanl:
	@tools/lanl.sh

# Tests of whole programs in the short check, and of what is written by make gen or NESSIEC_UPDATE=1.
WHOLE = TestConformanceSimulated|TestCosts|TestRun|TestReject|TestNeeds|TestMutated|TestDiagnosticsGolden|TestClassicMistakes|TestReasons|TestNothingFound
CURRENT = TestUpToDate|TestCurrent|TestTour|TestLinks

# The short check while working: goldens, reference interpreter, simulator; the
# conformance suite, the costs of examples, diagnostics and random programs there; whether
# the documents that show what passes do are current. Of templates of kernels, of guards and of
# programs in Harlan it has half on a day.
quick:
	$(MAKE) --no-print-directory -j2 quick-passes quick-programs

quick-passes:
	$(GOTEST) -vet=off -short ./passes/device/guards ./passes/lower ./passes ./ir/... ./grammar/... ./passes/... ./backends/ref/...

quick-programs:
	$(GOTEST) -vet=off -short -run '$(WHOLE)|$(CURRENT)' ./tools/conformance ./tools/conformance/harlan ./tools/fuzz ./tools/nessiec ./tools/irgen ./tools/primgen ./tools/preludegen ./tools/grammar ./tools/passdoc ./tools/vcodedoc

# Everything, long checks included.
test-all: test
	NESSIEC_LONG=1 $(GOTEST) -tags '$(TAGS)' -timeout 60m ./...

conformance: build
	NESSIEC_LONG=1 $(GOTEST) -count=1 -run Conformance -v ./tools/conformance | grep -E "passed|FAIL|^ok"

# Random programs against every evaluator, from a fixed seed and from a new one:
# make fuzz FOR=10m
FOR ?= 30s
fuzz:
	$(GO) run ./tools/fuzz -seed=1 -duration=$(FOR)
	$(GO) run ./tools/fuzz -seed=0 -duration=$(FOR)

# Faults planted one at a time: does `make quick` notice? Resumed when run again.
mutate:
	$(GO) run ./tools/mutate

# Compiled programs beside C written by hand (BENCH="-scale=0.01 -only=dotp" for less).
bench: deps build
	$(GO) run ./tools/bench -nessiec bin/nessiec -o bin/bench-results $(BENCH)

# The examples in Harlan beside the same in C (BENCH="-only=nbody -scale=0.1" for less).
bench-harlan: deps build
	$(GO) run ./tools/bench/harlan -nessiec bin/nessiec $(BENCH)

# The same on a machine with an NVIDIA GPU and nvcc (GPU="-simulate -scale=0.00001" without).
bench-gpu: build
	$(GO) run ./tools/bench/gpu -nessiec bin/nessiec -o bin/gpu-results $(GPU)

# What ranks gain: work and bytes by rank, what one costs, memory; RANKS="-model" for a model of
# networks, with their figures as flags (RANKS="-model -link=50").
bench-ranks: build
	$(GO) run ./tools/bench/ranks -nessiec bin/nessiec $(RANKS)

# How long planners of fusion take by the number of runs, and what plans are worth.
bench-fusion:
	$(GO) run -tags '$(TAGS)' ./tools/bench/fusion $(FUSION)

# The evaluation of the papers: bin/papers/index.html, and the tables of docs/report.md
# (PAPERS="-scale=0.01 -sweep=1 -rounds=1" for less, which leaves the report's times alone).
papers: deps build
	$(GO) run ./tools/papers/figures
	TAGS='$(TAGS)' $(GO) run ./tools/papers/evaluate -report $(PAPERS)

# How long compiling takes (COMPILE="-against OTHER" for another build of the compiler, in turns).
bench-compile: build
	$(GO) run ./tools/bench/compile -nessiec bin/nessiec $(COMPILE)

# Does a change change what is emitted? YARDSTICK="-commit=main" or "-quick -o FILE". Without
# the linked solver, as sums must not depend on where they are made.
YARDSTICK ?= -commit=HEAD
yardstick:
	$(GO) run ./tools/yardstick $(YARDSTICK)

# Generated sources are those that the generators write.
check-gen: gen
	git diff --exit-code -- ir grammar docs/library.md docs/passes docs/vcode.md

gen:
	$(GO) generate ./ir/... ./grammar/...
	$(GO) run ./tools/grammar -o grammar/LANGUAGES.md
	$(GO) run ./tools/nessiec doc -o docs/library.md
	$(GO) run ./tools/passdoc -o docs/passes
	$(GO) run ./tools/vcodedoc -o docs/vcode.md

clean:
	rm -rf bin
