package storepassing

// Which tables code reads, and adds rows to.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/nested/anf"
)

type set map[string]bool

func (s set) sorted() []string { return slices.Sorted(maps.Keys(s)) }

// An effects is the tables of code that are made outside of it.
type effects struct {
	adds, uses set  // to which it adds rows; which it knows, those included
	other      bool // there is more to it, and it has no version
	reserves   bool // rows are reserved, and stored later
}

func newEffects() *effects { return &effects{adds: set{}, uses: set{}} }

func (x *effects) include(y *effects) {
	maps.Copy(x.adds, y.adds)
	maps.Copy(x.uses, y.uses)
	x.other, x.reserves = x.other || y.other, x.reserves || y.reserves
}

// findEffects finds the effects of functions, those of callees first.
func (p *Program) findEffects(m *nkl.Module) {
	g := p.calls
	for _, group := range g.Components() {
		for _, i := range group {
			p.of[m.Funcs[i].Name] = newEffects()
		}
		for range group { // what one does, all do in the end
			for _, i := range group {
				p.of[m.Funcs[i].Name].include(p.effects(m.Funcs[i].Body))
			}
		}
		for _, i := range group {
			if x := p.of[m.Funcs[i].Name]; g.AtOnce(i) {
				x.other = x.other || len(x.adds) > 0
			}
		}
	}
}

// effects is those of e.
func (p *Program) effects(e nkl.Expr) *effects {
	x := newEffects()
	p.look(e, x)
	return x
}

func (p *Program) look(e nkl.Expr, x *effects) {
	switch e := e.(type) {
	case *nkl.Alloc:
		x.adds[e.Table], x.uses[e.Table] = true, true
	case *nkl.AllocAll:
		x.adds[e.Table], x.uses[e.Table] = true, true
	case *nkl.Column:
		x.uses[e.Table] = true
	case *nkl.Collect: // only code of its own adds or moves rows
		for _, t := range e.Tables {
			x.adds[t], x.uses[t] = true, true
		}
		return
	case *nkl.Reserve, *nkl.Store:
		x.other, x.reserves = true, true
	case *nkl.Scope:
		inner := p.effects(e.Body)
		delete(inner.adds, e.Table)
		delete(inner.uses, e.Table)
		x.include(inner)
		return
	case *nkl.Each, *nkl.Fold:
		inner := newEffects()
		e.Children(func(_ int, c nkl.Expr) { p.look(c, inner) })
		inner.other = inner.other || len(inner.adds) > 0 // elements add rows together
		x.include(inner)
		return
	}
	if y := p.of[anf.CalledBy(e)]; y != nil {
		x.include(y)
	}
	e.Children(func(_ int, c nkl.Expr) { p.look(c, x) })
}
