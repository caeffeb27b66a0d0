package main

import (
	"bytes"
	"os"
	"testing"
)

// The codes are those of the table.
func TestUpToDate(t *testing.T) {
	names, err := read("../../ir/prim")
	if err != nil {
		t.Fatal(err)
	}
	want, err := write(names)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../ir/prim/code_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 50 || !bytes.Equal(got, want) {
		t.Errorf("code_gen.go is not what make gen writes for the %d primitives", len(names))
	}
}
