#!/usr/bin/env bash
# Tests the planning of fusion with the binding github.com/lanl/highs (tag lanl). It
# wants a HiGHS of the system, which pkg-config finds; where there is none, this uses
# the library that github.com/bartolsthoorn/gohighs carries: headers where the binding
# looks for them, and its constants, which are macros there, as objects.
# Usage: tools/lanl.sh [arguments of go test]
set -eu
if ! pkg-config --exists highs; then
  dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
  have=$(go list -m -f '{{.Dir}}' github.com/bartolsthoorn/gohighs)/internal/highs
  mkdir "$dir/interfaces"
  ln -s "$have/include/highs_c_api.h" "$dir/interfaces/highs_c_api.h"
  { echo '#include "util/HighsInt.h"'
    sed -n 's/^#define \(kHighs[A-Za-z0-9]*\) ((HighsInt)\(-\?[0-9]*\))$/const HighsInt \1 = \2;/p' "$have/include/highs_c_api.h"
  } > "$dir/constants.c"
  cc -I"$have/include" -c "$dir/constants.c" -o "$dir/constants.o"
  lib=$have/lib/$(go env GOOS)_$(go env GOARCH)/libhighs.a
  printf 'Name: highs\nDescription: solver\nVersion: 1\nCflags: -I%s -I%s/include\nLibs: %s/constants.o %s -lstdc++ -lm -ldl -lz\n' \
    "$dir" "$have" "$dir" "$lib" > "$dir/highs.pc"
  export PKG_CONFIG_PATH=$dir CGO_CFLAGS_ALLOW='.*' CGO_LDFLAGS_ALLOW='.*'
fi
go test -tags lanl "$@" ./passes/kernel/fusion
