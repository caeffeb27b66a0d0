package main

import (
	"os"
	"strings"
	"testing"
)

// The tables of the document are what the compiler does.
func TestUpToDate(t *testing.T) {
	text, err := os.ReadFile("../../docs/vcode.md")
	if err != nil {
		t.Fatal(err)
	}
	got, err := updated(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if got != string(text) {
		t.Error("docs/vcode.md is not up to date: run make gen")
	}
	if _, err := updated(strings.Replace(got, begin, "", 1)); err == nil {
		t.Error("a document without a place for the tables is accepted")
	}
}
