package growing

import (
	"slices"

	"nessiec/ir/nkl"
)

// shareRegisters makes variables share registers that no block needs at once, as graph colouring does. A variable and one that becomes its
// value share one if they can: then nothing is moved. Moves and leaves have no operands yet.
func (x *translation) shareRegisters() {
	apart, like := x.interference(), map[*nkl.Var][]*nkl.Var{}
	for _, m := range x.moves {
		for _, r := range x.regs {
			if s := nkl.VarOf(m.regs[r]); s != r && apart[s] != nil {
				like[r], like[s] = append(like[r], s), append(like[s], r)
			}
		}
	}
	as := map[*nkl.Var]*nkl.Var{}
	held := map[*nkl.Var][]*nkl.Var{} // by shared register, what is in it
	var shared []*nkl.Var
	for _, r := range x.regs {
		fits := func(s *nkl.Var) bool {
			return s != nil && s.Type == r.Type && !slices.ContainsFunc(held[s], func(o *nkl.Var) bool { return apart[r][o] })
		}
		var to *nkl.Var
		for _, s := range like[r] {
			if to == nil && fits(as[s]) {
				to = as[s]
			}
		}
		if k := slices.IndexFunc(shared, fits); to == nil && k >= 0 {
			to = shared[k]
		}
		if to == nil {
			to, shared = r, append(shared, r)
		}
		as[r], held[to] = to, append(held[to], r)
	}
	x.regs = shared
	x.rename(as)
}

// interference is, for registers, those that a block needs with them.
func (x *translation) interference() map[*nkl.Var]map[*nkl.Var]bool {
	apart := map[*nkl.Var]map[*nkl.Var]bool{}
	for _, r := range x.regs {
		apart[r] = map[*nkl.Var]bool{}
	}
	for _, b := range slices.Concat(x.blocks, x.hosts) {
		for _, r := range b.holds {
			for _, s := range b.holds {
				apart[r][s] = apart[r][s] || r != s
			}
		}
	}
	return apart
}

// rename makes registers those that they have become.
func (x *translation) rename(as map[*nkl.Var]*nkl.Var) {
	now := func(e nkl.Expr) nkl.Expr {
		if e == nil {
			return nil
		}
		return nkl.Rename(e, as)
	}
	for v, rs := range x.file {
		for i, r := range rs {
			x.file[v][i] = as[r]
		}
	}
	for _, b := range slices.Concat(x.blocks, x.hosts) {
		b.code = now(b.code)
	}
	set := func(bufs []nkl.Expr, regs map[*nkl.Var]nkl.Expr) map[*nkl.Var]nkl.Expr {
		for i, e := range bufs {
			bufs[i] = now(e)
		}
		out := map[*nkl.Var]nkl.Expr{}
		for r, e := range regs {
			out[as[r]] = now(e)
		}
		return out
	}
	for i, m := range x.moves {
		x.moves[i].regs = set(m.bufs, m.regs)
	}
	for i, l := range x.leaves {
		x.leaves[i].regs = set(l.bufs, l.regs)
		x.leaves[i].full = now(l.full)
		for k, e := range l.result {
			l.result[k] = now(e)
		}
	}
}
