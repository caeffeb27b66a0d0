package module

import (
	"encoding/json"
	"fmt"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// SectionName is the name of the section.
const SectionName = "nessie"

// interfaceVersion changes when a caller would have to.
const interfaceVersion = 2

type description struct {
	Version int          `json:"version"`
	Int     int          `json:"int"`
	Float   int          `json:"float"`
	Entry   *entry       `json:"entry,omitempty"`
	Effects []effectInfo `json:"effects"`
	Errors  []string     `json:"errors"`
	Lines   []string     `json:"lines"`
	Sites   []failing    `json:"sites"`
	Checks  []failing    `json:"checks"`
	Places  [][]int      `json:"places"`
	Calls   [][]int      `json:"calls"`
}

type effectInfo struct {
	Import     string   `json:"import"`
	Routine    string   `json:"routine"`
	Parameters []string `json:"parameters"`
	Results    []string `json:"results"`
}

// A failing is an error and where it happens, both by number: a line, and those of the calls
// that the code there was inlined through.
type failing struct {
	Error int   `json:"error"`
	At    []int `json:"at"`
}

// Describe adds the section. files is the file table, for positions.
func (p *Program) Describe(files []string) {
	d := description{Version: interfaceVersion, Int: p.Num.IntBits(), Float: p.Num.FloatBits(),
		Effects: []effectInfo{}, Sites: []failing{}, Checks: []failing{}, Places: [][]int{}, Calls: [][]int{}}
	errors, lines := Table[string]{All: []string{}}, Table[string]{All: []string{}}
	at := func(pos ir.Pos) []int {
		out := []int{}
		for _, l := range positions(pos, files) {
			out = append(out, lines.Number(l))
		}
		return out
	}
	for i, c := range p.Effects {
		d.Effects = append(d.Effects, effectInfo{EffectName(i, c), c.Fn, flatTypes(ExprTypes(c.Args)), flatTypes(types.OfVars(c.Binds))})
	}
	for _, s := range p.Source.Sites {
		d.Sites = append(d.Sites, failing{errors.Number(s.Error), at(s.P)})
	}
	for _, c := range p.Checks.All {
		d.Checks = append(d.Checks, failing{errors.Number(c.Error), at(c.Pos)})
	}
	for _, pos := range p.Places.All {
		d.Places = append(d.Places, at(pos))
	}
	for _, pos := range p.Calls.All {
		d.Calls = append(d.Calls, at(pos))
	}
	d.Errors, d.Lines = errors.All, lines.All
	d.Entry = p.describeEntry()
	text, err := json.Marshal(d)
	if err != nil {
		panic("wasm: " + err.Error())
	}
	p.Custom = append(p.Custom, w.Custom{Name: SectionName, Bytes: text})
}

// flatTypes are types as callers know them: int, [float] and so on.
func flatTypes(ts []*types.Type) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.String()
		if kir.IsBuf(t) {
			out[i] = "[" + t.Elem().String() + "]"
		}
	}
	return out
}

// positions are the lines FILE:LINE:COL of a position.
func positions(pos ir.Pos, files []string) []string {
	out := []string{}
	for _, p := range append([]ir.Pos{pos}, pos.Calls()...) {
		if p.IsValid() && p.File() < len(files) {
			out = append(out, fmt.Sprintf("%s:%d:%d", files[p.File()], p.Line(), p.Col()))
		}
	}
	return out
}
