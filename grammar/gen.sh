#!/bin/sh
# Regenerates DIR/gen from the grammar DIR/NAME.g4 with antlr-ng (npm), which needs node
# only:
#
#     grammar/gen.sh nesl Nesl
#
# The generated code is checked in and needs the runtime
# github.com/antlr4-go/antlr/v4; nothing else imports it but the package in DIR.
set -eu
cd "$(dirname "$0")/$1"
ANTLR=${ANTLR:-npx --yes antlr-ng@1.0.10}
rm -rf gen
$ANTLR -Dlanguage=Go --package gen --generate-listener false --generate-visitor false \
    --exact-output-dir true -o gen "$2.g4"
rm -f gen/*.interp gen/*.tokens
# go vet dislikes the generated "return localctx; goto errorExit".
for f in gen/*.go; do
    {
        printf '// Code generated from %s.g4 by gen.sh. DO NOT EDIT.\n\n' "$2"
        sed -e '/^\treturn localctx$/d' \
            -e 's|^\tgoto errorExit // Trick.*|\tif false {\n\t\tgoto errorExit\n\t}\n\treturn localctx|' "$f"
    } > "$f.tmp"
    mv "$f.tmp" "$f"
done
gofmt -w gen
