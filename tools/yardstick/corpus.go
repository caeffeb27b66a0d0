package main

// The programs: examples, programs of the bench and of the conformance suite, its
// recorded cases, and generated ones.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/scalegen"
)

// A subject is a program where it enters the pipeline.
type subject struct {
	name string
	make func() (driver.Program, bool) // false: the front end rejects it
}

// corpus lists the programs, in the same order every time.
func (c config) corpus() (out []subject, err error) {
	for _, dir := range []string{"examples", "examples/bench", "tools/conformance/testdata/programs", "tools/conformance/testdata/growth"} {
		files, _ := filepath.Glob(filepath.Join(c.root, dir, "*.nesl"))
		if len(files) == 0 {
			return nil, fmt.Errorf("there are no programs in %s", filepath.Join(c.root, dir))
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			out = append(out, written(filepath.ToSlash(filepath.Join(dir, filepath.Base(f))), string(src)))
		}
	}
	cases, err := c.cases()
	if err != nil {
		return nil, err
	}
	out = append(out, cases...)
	seeds := c.seeds
	if c.quick {
		out, seeds = everyNth(out, 16), min(seeds, 16)
	}
	for seed := range uint64(seeds) {
		out = append(out, nested(seed), written(fmt.Sprintf("scaled/%d", seed), scalegen.Make(seed).Text))
	}
	return out, nil
}

// everyNth is a sample.
func everyNth(all []subject, n int) (out []subject) {
	for i := 0; i < len(all); i += n {
		out = append(out, all[i])
	}
	return out
}

// cases are those that are recorded for the conformance suite.
func (c config) cases() (out []subject, err error) {
	f, err := os.Open(filepath.Join(c.root, "tools", "conformance", "nesl.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			ID   string
			Defs []string
			In   string
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		out = append(out, written("case/"+r.ID, strings.Join(append(r.Defs, r.In), ";\n")+";\n"))
	}
	return out, lines.Err()
}

// written is a program as NESL, with main as its entry if it has one.
func written(name, src string) subject {
	return subject{name, func() (driver.Program, bool) {
		x := pass.NewCtx(pass.DefaultOptions())
		m := neslparser.Parse(0, src, x.Diags)
		if strings.Contains(src, "function main(") {
			m.Forms = append(m.Forms, names.EntryForm("main", nil))
		}
		return driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, !x.Diags.HasErrors()
	}}
}

// nested is a generated program of a nested language; they take turns.
func nested(seed uint64) subject {
	return subject{fmt.Sprintf("nested/%d", seed), func() (driver.Program, bool) {
		l := []*grammar.Language{grammar.NestedStructural.Language, grammar.NestedElaborated.Language, grammar.NestedFirstOrder.Language}[seed%3]
		return driver.Program{Lang: l, Module: gen.NewMaker(l).Seeded(seed).Module}, true
	}}
}
