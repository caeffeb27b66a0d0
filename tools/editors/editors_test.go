// Package editors holds settings of editors for NESL, and tests of them.
package editors

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A rule of a TextMate grammar.
type rule struct {
	Name, Match, Begin, End string
	Patterns                []rule
}

// words is the keywords of the grammar that the parser is made from.
func words(t *testing.T) (out []string) {
	src, err := os.ReadFile("../../grammar/nesl/Nesl.g4")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^[A-Z]+ :((?: \|? ?'[a-z]+')+) ;`).FindAllStringSubmatch(string(src), -1) {
		for _, w := range regexp.MustCompile(`[a-z]+`).FindAllString(m[1], -1) {
			out = append(out, w)
		}
	}
	if len(out) < 15 {
		t.Fatal(out)
	}
	return out
}

// TestGrammar compiles all patterns, and colours every keyword as one and every example to
// its end.
func TestGrammar(t *testing.T) {
	b, err := os.ReadFile("vscode/syntaxes/nesl.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var g rule
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	var match []*regexp.Regexp
	for _, r := range g.Patterns {
		for _, s := range []string{r.Match, r.Begin, r.End} {
			x, err := regexp.Compile(s)
			if err != nil {
				t.Errorf("%s: %v", r.Name, err)
			} else if s == r.Match && s != "" && strings.HasPrefix(r.Name, "keyword") || strings.HasPrefix(r.Name, "constant.language") {
				match = append(match, x)
			}
		}
	}
	vim, err := os.ReadFile("vim/syntax/nesl.vim")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words(t) {
		if !slices.ContainsFunc(match, func(x *regexp.Regexp) bool { return x.FindString(w) == w }) {
			t.Errorf("the TextMate grammar has no keyword %s", w)
		}
		if !regexp.MustCompile(`\b` + w + `\b`).Match(vim) {
			t.Errorf("the file for Vim has no keyword %s", w)
		}
	}
}

// TestJSON reads what editors read.
func TestJSON(t *testing.T) {
	files, err := filepath.Glob("vscode/*.json")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil || !json.Valid(b) {
			t.Errorf("%s: %v", f, err)
		}
	}
}
