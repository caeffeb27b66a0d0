package explain

// The kernels that are left after fusion, in the order in which the host runs them.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// A Kernel is a run of a kernel after fusion. A target may launch it in several steps.
type Kernel struct {
	Num    int    // from 1
	Name   string // in dumps
	What   string // it does: map, reduction, ...
	Func   string // that runs it
	Home   ir.Pos // where it begins
	Places []ir.Pos

	at    int // among the events of its function
	makes []*lcu.Var
	reads []*lcu.Var
}

// Lines are the lines of the source that the kernel computes, in order.
func (k *Kernel) Lines() (out []int) {
	for _, p := range k.Places {
		if !slices.Contains(out, p.Line()) {
			out = append(out, p.Line())
		}
	}
	slices.Sort(out)
	return out
}

// has reports whether all of these places are in k.
func (k *Kernel) has(places []ir.Pos) bool {
	return !slices.ContainsFunc(places, func(p ir.Pos) bool { return !slices.Contains(k.Places, p) })
}

// makesSome reports whether k makes any of these.
func (k *Kernel) makesSome(vs []*lcu.Var) bool {
	return slices.ContainsFunc(vs, func(v *lcu.Var) bool { return slices.Contains(k.makes, v) })
}

// feeds reports whether b reads what k makes.
func (k *Kernel) feeds(b *Kernel) bool { return k.makesSome(b.reads) }

// shares reports whether b reads an array that k reads, too.
func (k *Kernel) shares(b *Kernel) bool {
	return slices.ContainsFunc(b.reads, func(v *lcu.Var) bool {
		return v.Type.Kind == types.KVec && slices.Contains(k.reads, v)
	})
}

// A host is the code of a function that runs kernels: these, and what it does in between.
type host struct {
	fn      string
	defs    map[string]*lcu.Kernel
	kernels []*Kernel
	events  []string // "" for a kernel, else what the host does
	first   int
}

func hostOf(m *lcu.Module, f *lcu.Func, before int) *host {
	h := &host{fn: f.Name, defs: map[string]*lcu.Kernel{}, first: before}
	for _, k := range m.Kernels {
		h.defs[k.Name] = k
	}
	h.walk(f.Body)
	return h
}

func (h *host) event(what string) { h.events = append(h.events, what) }

// walk goes through host code in the order in which it is executed.
func (h *host) walk(e lcu.Expr) {
	switch e := e.(type) {
	case *lcu.Let:
		if run, ok := e.Rhs.(*lcu.Run); ok {
			h.run(e.Binds, run)
		} else {
			h.walk(e.Rhs)
		}
		h.walk(e.Body)
	case *lcu.Check:
		h.walk(e.Then)
	case *lcu.If:
		h.event("a conditional")
		h.walk(e.Then)
		h.event("a conditional, of which each has an arm")
		h.walk(e.Else)
		h.event("the end of a conditional")
	case *lcu.Loop:
		h.event("the start of a loop")
		h.walk(e.Body)
		h.event("the end of a loop")
	case *lcu.Call:
		h.event("a call of " + sourceName(e.Fn) + at(e.P))
	case *lcu.Time:
		h.event("the clock starts" + at(e.P))
		h.walk(e.Body)
		h.event("the clock stops" + at(e.P))
	case *lcu.Prim:
		if opt.EndsRegion(e) {
			h.event("the effect " + e.Op.Name + at(e.P))
		}
	}
}

func at(p ir.Pos) string {
	if !p.IsValid() {
		return ""
	}
	return fmt.Sprintf(" at line %d", p.Line())
}

// sourceName is what the source calls a function.
func sourceName(fn string) string {
	if i := strings.IndexFunc(fn, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}); i > 0 {
		return fn[:i]
	}
	return fn
}

// mostOf is the first place of the line that has most of these.
func mostOf(places []ir.Pos) (best ir.Pos) {
	first, n := map[int]ir.Pos{}, map[int]int{}
	for _, p := range places {
		if n[p.Line()]++; n[p.Line()] == 1 {
			first[p.Line()] = p
		}
		if n[p.Line()] > n[best.Line()] || !best.IsValid() {
			best = first[p.Line()]
		}
	}
	return best
}

func (h *host) run(binds []*lcu.Var, run *lcu.Run) {
	soac := opt.Instance(h.defs[run.Kernel], run.Args)
	k := &Kernel{Num: h.first + len(h.kernels) + 1, Name: run.Kernel, What: what(soac), Func: sourceName(h.fn),
		Home: run.P.Place(), Places: opt.Places(run, soac), at: len(h.events), makes: binds, reads: lcu.FreeVars(soac)}
	if !k.Home.IsValid() && len(k.Places) > 0 {
		k.Home = mostOf(k.Places)
	}
	h.kernels = append(h.kernels, k)
	h.event("")
}

// between is the first thing that the host does between two kernels that ends what may
// be fused, or "".
func (h *host) between(a, b *Kernel) string {
	for _, e := range h.events[a.at:b.at] {
		if e != "" {
			return e
		}
	}
	return ""
}

// what is what a SOAC does, in a word or two.
func what(e lcu.Expr) string {
	s := map[ir.Form]string{
		lcu.FormOnce: "scalars", lcu.FormMap: "map", lcu.FormSegMap: "map of rows", lcu.FormReduce: "reduction",
		lcu.FormSegReduce: "reduction of rows", lcu.FormScan: "scan", lcu.FormPrefix: "scan", lcu.FormDirectory: "count of what is kept", lcu.FormSegScan: "scan of rows",
		lcu.FormFilter: "filter", lcu.FormPartition: "partition", lcu.FormCompact: "placing of what is kept", lcu.FormScatter: "write at indices",
		lcu.FormUpdate: "replacement in place", lcu.FormRank: "ranking", lcu.FormSort: "sort",
	}[lcu.Inner(e).Form()]
	if _, ok := e.(*lcu.Epilogue); ok {
		s += ", then a map of its results"
	}
	return s
}
