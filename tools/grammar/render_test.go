package main

import (
	"os"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

func TestRender(t *testing.T) {
	fam := grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse})
	inv := grammar.Property("flat", "nothing is nested", func(*toy.Module) error { return nil })
	a := grammar.Base[*toy.Module](fam, "toy.a", "all", grammar.Add(toy.FormInt, toy.FormTuple))
	b := a.Extend("toy.b", "flat", grammar.Establish(inv))
	c := b.Extend("toy.c", "no tuples", grammar.Remove(toy.FormTuple), grammar.End(inv))
	same := func(c *pass.Ctx, m *toy.Module) *toy.Module { return m }
	page := render([]*grammar.Language{a.Language, b.Language, c.Language}, []part{{"Passes", []pass.Pass{
		pass.New("flatten", "make it flat", a, b, same),
		pass.New("simplify", "make it short", b, b, same, pass.Opts{Optional: true, Level: 1, After: []pass.After{{Pass: "flatten", Reason: "it likes flat"}}}),
		pass.New("untuple", "remove tuples", b, c, same),
	}}})
	for _, want := range []string{
		"## Family toy\n\n### toy.a\n\n```\nlanguage toy.a -- all\n  + int ",
		"language toy.b extends toy.a -- flat\n  ! flat -- nothing is nested\n```\n\nMade by flatten. Passes on it: simplify.\n",
		"| toy: flat | nothing is nested | flatten | 1 passes | untuple |\n",
		"| 2 | simplify | toy.b | toy.b | make it short (optional, from -O1); after flatten: it likes flat |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// LANGUAGES.md is the output of this program.
func TestUpToDate(t *testing.T) {
	old, err := os.ReadFile("../../grammar/LANGUAGES.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(old) != render(grammar.All(), parts()) {
		t.Error("grammar/LANGUAGES.md is not up to date: run make gen")
	}
}
