package format

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/spell"
)

// source formats a text that has no mistakes, twice.
func source(t *testing.T, name, src string) string {
	t.Helper()
	var d diag.List
	out, err := Source(0, src, &d)
	if err != nil || d.HasErrors() {
		t.Errorf("%s: %v %s\n%s", name, err, d.String(diag.Files{{Name: name, Source: src}}), src)
		return src
	}
	again, err := Source(0, out, &d)
	if err != nil || again != out {
		t.Errorf("%s: formatting is not idempotent: %v\n%s\nthen\n%s", name, err, out, again)
	}
	return out
}

// The examples are in the style.
func TestExamples(t *testing.T) {
	for _, pattern := range []string{"../../examples/*.nesl", "../../examples/bench/*.nesl", "../papers/evaluate/programs/*.nesl", "../playground/programs/*.nesl"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no examples")
		}
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if source(t, name, string(b)) != string(b) {
				t.Errorf("%s is not in the style: nessiec fmt -w", name)
			}
		}
	}
}

// They keep their meaning; so do the programs of the conformance suite that have no mistakes.
func TestConformance(t *testing.T) {
	f, err := os.Open("../conformance/nesl.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, n := bufio.NewScanner(f), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			ID   string
			Defs []string
			In   string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		src := strings.Join(append(c.Defs, c.In), ";\n")
		var d diag.List
		if neslparser.Parse(0, src, &d); !d.HasErrors() {
			source(t, c.ID, src)
			n++
		}
	}
	if n < 300 {
		t.Errorf("only %d programs", n)
	}
}

// And random programs, however their tokens stand.
func TestRandom(t *testing.T) {
	n := 300
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 10_000
	}
	mk, words := gen.NewMaker(spell.Of), spell.New()
	mk.Only(words.Has)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		src := nesl.Format(words.Module(mk.Seeded(uint64(seed)).Module, r))
		var b strings.Builder
		for i, tok := range neslparser.Tokens(src) {
			if i > 0 && r.IntN(12) == 0 {
				b.WriteString([]string{"\n", "\n\n\n   ", "\t% why? %", "%\n two lines %\n"}[r.IntN(4)])
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(tok.Text)
		}
		source(t, "random", b.String())
	}
}

// The style, rule by rule.
func TestStyle(t *testing.T) {
	for in, want := range map[string]string{
		"f1( x )+-g(2)*- 1":                               "f1(x) + -g(2) * -1\n",
		"{x*2:x in[1,2]|x>1}":                             "{x * 2 : x in [1, 2] | x > 1}\n",
		"[0 : n]; [0:n+1:2]; #  a [ 1 ]":                  "[0:n]; [0 : n + 1 : 2]; #a[1]\n",
		"function g(x):int->int=x":                        "function g(x) : int -> int = x\n",
		"function g(x)=\nlet a=1;\nlonger=2\nin a+longer": "function g(x) =\n  let a      = 1;\n      longer = 2\n  in a + longer\n",
		"function g(x) : int\n-> int =\nx;\n\n\n\n1;":     "function g(x) : int\n    -> int =\n  x;\n\n1;\n",
		"x = if a then b\nelse if c then d\nelse e":       "x = if a then b\n    else if c then d\n    else e\n",
		"x = case s of\na=>1\n|b=>2":                      "x = case s of\n      a => 1\n    | b => 2\n",
		"y = sum({x:\nx in v\n})":                         "y = sum({x :\n         x in v\n        })\n",
		"y = sum(\n{x : x in v}\n)":                       "y = sum(\n  {x : x in v}\n       )\n",
		"% a comment %\nx=1;  % behind %":                 "% a comment %\nx = 1; % behind %\n",
		"":                                                "",
		"% only %":                                        "% only %\n",
	} {
		if got := source(t, "style", in); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
	var d diag.List
	if out, err := Source(0, "1 +", &d); err != nil || !d.HasErrors() || out != "1 +" {
		t.Errorf("%q %v", out, err)
	}
}
