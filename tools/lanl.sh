#!/usr/bin/env bash
# Tests the planning of fusion with the binding github.com/lanl/highs (tag lanl). It
# wants a HiGHS of the system, which pkg-config finds; where there is none, this uses
# the library that github.com/bartolsthoorn/gohighs carries: headers where the binding
# looks for them, and its constants, which are macros there, as objects.
# Usage: tools/lanl.sh [command], which by default is go test of that package.
# It exits with 77 and a reason where there is no library, or nothing to build it with.
set -eu
skip() { echo "$1" >&2; exit 77; }
command -v cc >/dev/null || skip "no C compiler"
command -v pkg-config >/dev/null || skip "no pkg-config, which the binding asks for the library"
[ "$(go env CGO_ENABLED)" = 1 ] || skip "cgo is disabled"
if ! pkg-config --exists highs; then
  have=$(go list -m -f '{{.Dir}}' github.com/bartolsthoorn/gohighs)/internal/highs
  dir=$(dirname "$(go env GOCACHE)")/nessiec/lanl-$(go list -m -f '{{.Version}}' github.com/bartolsthoorn/gohighs)
  lib=$have/lib/$(go env GOOS)_$(go env GOARCH)/libhighs.a
  [ -e "$lib" ] || skip "no HiGHS of the system, and github.com/bartolsthoorn/gohighs has none for $(go env GOOS)/$(go env GOARCH)"
  command -v c++ >/dev/null || skip "no C++ library to link HiGHS with"
  [ -e /usr/include/zlib.h ] || skip "no zlib, which HiGHS needs"
  if ! [ -e "$dir/highs.pc" ]; then # it stays: builds that are cached refer to it
    mkdir -p "$dir/interfaces"
    ln -sf "$have/include/highs_c_api.h" "$dir/interfaces/highs_c_api.h"
    { echo '#include "util/HighsInt.h"'
      sed -n 's/^#define \(kHighs[A-Za-z0-9]*\) ((HighsInt)\(-\?[0-9]*\))$/const HighsInt \1 = \2;/p' "$have/include/highs_c_api.h"
    } > "$dir/constants.c"
    cc -I"$have/include" -c "$dir/constants.c" -o "$dir/constants.o"
    printf 'Name: highs\nDescription: solver\nVersion: 1\nCflags: -I%s -I%s/include\nLibs: %s/constants.o %s -lstdc++ -lm -ldl -lz\n' \
      "$dir" "$have" "$dir" "$lib" > "$dir/highs.pc.$$"
    mv "$dir/highs.pc.$$" "$dir/highs.pc"
  fi
  export CGO_LDFLAGS="-O2 -g -L$dir" # another directory, another build
  export PKG_CONFIG_PATH=$dir CGO_CFLAGS_ALLOW='.*' CGO_LDFLAGS_ALLOW='.*'
fi
[ $# -gt 0 ] || set -- go test -tags lanl ./passes/kernel/fusion
"$@"
