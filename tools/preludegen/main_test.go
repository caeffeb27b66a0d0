package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"nessiec/ir/prim/prelude"
)

// The definitions are those of the sources.
func TestUpToDate(t *testing.T) {
	want, err := write(prelude.Files())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../ir/prim/prelude/forms_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(prelude.Definitions) < 300 || !bytes.Equal(got, want) {
		t.Errorf("forms_gen.go is not what make gen writes for the %d definitions", len(prelude.Definitions))
	}
}

// A mistake is reported with its place, and so is a form that defines nothing.
func TestMistakes(t *testing.T) {
	for source, want := range map[string]string{
		"f = 1;\ng(x = 2;\n": "broken.nesl:2:",
		"1 + 2;\n":           "defines no name",
		"(a, b) = (1, 2);\n": "defines no name",
	} {
		if _, err := write([]prelude.File{{Name: "broken.nesl", Source: source}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", source, err)
		}
	}
}
