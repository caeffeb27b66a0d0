// Package explain says what fusion made of a program, by source line: which kernels a
// line is in, what else is in these, and why kernels that could seem to belong together
// are apart.
//
//	explain.go   a Report, from the rows of a compilation
//	kernels.go   the kernels of a program, and what the host does between them
//	reasons.go   what the reasons of passes mean
//	text.go      a Report for people
package explain

import (
	"cmp"
	"maps"
	"slices"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/lcu"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// A Report says what fusion made of a program.
type Report struct {
	Files   diag.Files
	Kernels []*Kernel // in the order of host code
	Lines   []*Line   // of the source, those of which something is to be said
}

// A Line is a line of the source.
type Line struct {
	File, Line int
	Kernels    []*Kernel // that compute something of it
	Fates      []Fate    // what else became of it
	Apart      []Apart   // from kernels that begin at this line
}

// A Fate is what a pass did with a line beside putting it into kernels.
type Fate struct{ Pass, Why string }

// Apart says why Kernel is not one with Other.
type Apart struct {
	Kernel, Other *Kernel
	Pass, Why     string // of the last pass that decided; "" for the host
}

// Fusion collects what a report needs while passes run: Observe is told of each.
type Fusion struct {
	verdicts []verdict
	last     *lcu.Module // in the last language with kernels
}

type verdict struct {
	pass.Verdict
	pass string
}

// Observe takes what a pass decided. The context of the passes must want notes.
func (f *Fusion) Observe(r *driver.Row) {
	for _, v := range r.Verdicts {
		f.verdicts = append(f.verdicts, verdict{v, r.Pass.Name})
	}
	if m, ok := r.Out.Module.(*lcu.Module); ok && r.Out.Lang == grammar.KernelRefit.Language {
		f.last = m
	}
}

// Report is the report, once the passes have run; nil if they have not made kernels.
func (f *Fusion) Report(files diag.Files) *Report {
	if f.last == nil {
		return nil
	}
	r := &Report{Files: files}
	lines := map[[2]int]*Line{}
	at := func(p ir.Pos) *Line {
		key := [2]int{p.File(), p.Line()}
		if lines[key] == nil {
			lines[key] = &Line{File: p.File(), Line: p.Line()}
		}
		return lines[key]
	}
	for _, fn := range f.last.Funcs {
		h := hostOf(f.last, fn, len(r.Kernels))
		r.Kernels = append(r.Kernels, h.kernels...)
		for _, a := range f.apart(h) {
			l := at(a.Kernel.Home)
			if !slices.ContainsFunc(l.Apart, func(b Apart) bool { return b.Kernel == a.Kernel && b.Other == a.Other }) {
				l.Apart = append(l.Apart, a)
			}
		}
	}
	for _, k := range r.Kernels {
		for _, p := range k.Places {
			if l := at(p); !slices.Contains(l.Kernels, k) {
				l.Kernels = append(l.Kernels, k)
			}
		}
	}
	f.fates(at)
	r.Lines = slices.SortedFunc(maps.Values(lines), func(a, b *Line) int {
		return cmp.Or(a.File-b.File, a.Line-b.Line)
	})
	r.Lines = slices.DeleteFunc(r.Lines, func(l *Line) bool { return l.Line == 0 || l.File >= len(files) })
	return r
}

// fates gives lines what passes say of them alone: the places of a verdict begin with
// its own line, others are what it reads.
func (f *Fusion) fates(at func(ir.Pos) *Line) {
	for _, v := range f.verdicts {
		if v.IsPair() && v.pass != "inline-producers" {
			continue
		}
		l, fate := at(home(v.Of)), Fate{v.pass, v.Why}
		if !slices.ContainsFunc(l.Fates, func(g Fate) bool { return g.Why == fate.Why }) {
			l.Fates = append(l.Fates, fate)
		}
	}
}

// home is the place that gives code its line: the last one, as what it reads was bound
// before.
func home(places []ir.Pos) ir.Pos { return places[len(places)-1] }

// apart explains the pairs of kernels of a function that share data or follow each other.
func (f *Fusion) apart(h *host) (out []Apart) {
	add := func(a, b *Kernel, related bool) {
		by, why := f.why(h, a, b)
		if why == "" && !related {
			return
		}
		if why == "" {
			why = notFound
		}
		if out = append(out, Apart{a, b, by, why}); a.Home.Line() != b.Home.Line() {
			out = append(out, Apart{b, a, by, why})
		}
	}
	for j, b := range h.kernels {
		for _, a := range h.kernels[:j] {
			if related := a.feeds(b); related || b.Num == a.Num+1 || a.shares(b) && h.between(a, b) == "" {
				add(a, b, related)
			}
		}
	}
	return out
}

// why is the reason that a, which comes first, is not one kernel with b, and the pass that
// gave it: what the host does between them, or what the last plan said of them.
func (f *Fusion) why(h *host, a, b *Kernel) (by, why string) {
	if between := h.between(a, b); between != "" {
		return "", "the host comes between them: " + between
	}
	for _, v := range f.verdicts { // of what has become several kernels
		if !v.IsPair() && !v.Fused && a.Home == b.Home && slices.Contains(v.Of, a.Home) {
			return v.pass, v.Why
		}
	}
	for _, v := range slices.Backward(f.verdicts) {
		if !v.Fused && (a.makesSome(v.Makes[0]) && b.makesSome(v.Makes[1]) || a.makesSome(v.Makes[1]) && b.makesSome(v.Makes[0])) {
			return v.pass, v.Why
		}
	}
	for _, v := range slices.Backward(f.verdicts) {
		if len(v.With) > 0 && len(v.Of) > 0 && !v.Fused && (a.has(v.Of) && b.has(v.With) || a.has(v.With) && b.has(v.Of)) {
			return v.pass, v.Why
		}
	}
	return "", ""
}
