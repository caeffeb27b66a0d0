package gen

// Effects: printing, stopping, taking the time, random keys. Only entries have them, where
// their order is determined: outside of maps, and at one place inside of maps.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// effect applies a primitive that prints or stops the program.
func (g *generator) effect(t *types.Type, env scope) nkl.Expr {
	if t != types.Bool || !g.entry || g.depth > 0 && g.printed {
		return nil
	}
	if g.depth > 0 {
		g.printed = true
	}
	p := g.effects[g.r.IntN(len(g.effects))]
	if p.Name == "error" && !g.dares() {
		return nil
	}
	entry := g.entry
	g.entry = false // nothing is printed inside of what is printed
	defer func() { g.entry = entry }()
	return &nkl.Prim{Node: g.at(), Op: p, Args: g.exprs(p.Scheme().Params, env)}
}

// timed is the first component of what time gives; the second is zero here,
// because the world of tests has no clock.
func (g *generator) timed(t *types.Type, env scope) nkl.Expr {
	if !g.entry || g.depth > 0 || !firstOrder(t) {
		return nil
	}
	return &nkl.Proj{Of: &nkl.Time{Node: g.at(), Body: g.expr(t, env)}}
}

// partOfKey draws with another part of the random key.
func (g *generator) partOfKey(t *types.Type, env scope) nkl.Expr {
	return &nkl.FoldIn{Num: g.r.IntN(3), Body: g.expr(t, env)}
}

// newKey draws with a new random key; they are made one after another.
func (g *generator) newKey(t *types.Type, env scope) nkl.Expr {
	if !g.entry || g.depth > 0 {
		return nil
	}
	return &nkl.NewKey{Body: g.expr(t, env)}
}

// canPrint reports whether p is an effect for programs: it takes no stream and
// may be under a map.
func canPrint(p *prim.Prim) bool {
	for _, t := range append(p.Scheme().Params, p.Scheme().Result) {
		if t.Has(types.KStream) {
			return false
		}
	}
	return p.Class == prim.Effect && !p.Serial && p.Scheme().Result == types.Bool
}
