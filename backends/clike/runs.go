package clike

// Accesses of successive elements. Ints wrap around, so a compiler does not see that the
// elements at i - k, for successive i, are a run, and loads them one by one into its vectors. It
// sees that of i + d, if d is wider than an int.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// findsRuns reports whether an int is narrower than addresses: sums of ints of 64 bits are addresses.
func (p *Printer) findsRuns() bool { return p.Runs && !p.Num.Int64 }

// findRuns looks for runs in all loops of body; it yields the first index of every access.
func (p *Printer) findRuns(body kir.Expr) map[kir.Expr]kir.Expr {
	first := map[kir.Expr]kir.Expr{}
	if !p.findsRuns() {
		return first
	}
	p.runs, p.ahead = map[*kir.For]map[kir.Expr]kir.Expr{}, map[kir.Expr]string{}
	ir.Walk(body, func(e kir.Expr) bool {
		if loop, ok := e.(*kir.For); ok {
			p.runs[loop] = kir.Successive(loop)
			for access, at := range p.runs[loop] {
				first[access] = at
			}
		}
		return true
	})
	return first
}

// startRun prints, before loop, how far its accesses are ahead of its variable.
func (p *Printer) startRun(loop *kir.For) {
	run := p.runs[loop]
	if len(run) == 0 {
		return
	}
	names, i := map[string]string{}, p.Name(loop.Var)
	ir.Walk(loop.Body, func(e kir.Expr) bool {
		at := run[e]
		if at == nil {
			return true
		}
		text := p.Sub(at)
		if names[text] == "" {
			names[text] = p.fresh("ahead")
			p.Line("const nes_i64 %s = (nes_i64)%s - %s;", names[text], text, p.Sub(loop.Lo))
		}
		p.ahead[e] = i + " + " + names[text]
		return true
	})
}

// index is the text of the index of an access.
func (p *Printer) index(access, idx kir.Expr) string {
	if text := p.ahead[access]; text != "" {
		return text
	}
	return p.E(idx)
}
