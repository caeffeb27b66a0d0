# nessiec: build, test, generate. `make test` installs what the tests need
# (through apt-get when it is root) and runs everything that CI runs.

GO   ?= go
TAGS ?=

.PHONY: all build test quick test-all conformance fuzz bench gen check-gen deps clean

all: build

# The command. The pure Go build needs nothing but Go.
build:
	$(GO) build -o bin/nessiec ./tools/nessiec

# Compilers, the OpenCL loader and device, and the checkers that tests call.
deps:
	@tools/deps.sh

test: deps build
	$(GO) vet ./...
	$(GO) test ./...

# The short check while working: goldens, reference interpreter, simulator.
quick:
	$(GO) test ./ir/... ./grammar/... ./passes/... ./backends/ref/...

# Everything, long checks included.
test-all: test
	NESSIEC_LONG=1 $(GO) test -timeout 60m ./...

conformance: build
	NESSIEC_LONG=1 $(GO) test -count=1 -run Conformance -v ./tools/conformance | grep -E "passed|FAIL|^ok"

gen:
	$(GO) generate ./ir/... ./grammar/...
	$(GO) run ./tools/grammar -o grammar/LANGUAGES.md

clean:
	rm -rf bin
