package infer

// Calls: a scheme with the sizes of the arguments.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// call is the result of a function; what its calls have checked is learnt.
func (x *Analysis) call(pos ir.Pos, fn string, args []nkl.Expr) *shapes.Shape {
	hint := x.hint
	actual, ok := x.exprs(args)
	s := x.schemes[fn]
	if !ok {
		return nil
	}
	x.hint = hint
	u := use{x: x, s: s, env: map[string]*Size{}, made: map[string]string{}}
	for i, p := range s.params {
		u.match(p, actual[i])
	}
	x.keepsRegular(fn, actual)
	if len(s.params) > 0 {
		x.observe(fn, &u)
		x.keeps(fn, &u)
	}
	if x.Mismatches != nil {
		x.passes(fn, pos, args, &u)
	}
	if s.result == nil {
		return nil
	}
	for _, f := range s.learnt {
		x.LearnFrom(f, u.size)
	}
	return s.result.MapSizes(u.size)
}

// A use is one call of a function.
type use struct {
	x    *Analysis
	s    *scheme
	env  map[string]*Size  // sizes of parameters: in terms of $1.. where they are nested
	made map[string]string // names that exist for this call
}

func (u *use) match(p, a *shapes.Shape) {
	if a == nil {
		return
	}
	if p.Size != nil && (len(p.Size.Args) > 0 || !variesInside(a.Size)) { // else it is not regular, which the call has noted
		u.env[p.Size.Name] = a.Size
	}
	for i, k := range p.Kids {
		u.match(k, a.Kids[i])
	}
}

// size is a size of the function as the caller sees it.
func (u *use) size(n *Size) *Size {
	return sizes.Subst(n, func(t *Size) *Size {
		if t.Op != types.SizeVar && t.Op != types.SizeApp || t.IsOpenIndex() {
			return t
		}
		if a, ok := u.env[t.Name]; ok {
			return sizes.Subst(a, func(i *Size) *Size {
				if i.Op == types.SizeIndex && i.N >= 1 {
					return t.Args[i.N-1]
				}
				return i
			})
		}
		if !u.s.names.Has(t.Name) {
			return t // a function of sizes
		}
		if u.made[t.Name] == "" {
			u.made[t.Name] = u.x.Name(u.x.hint, u.s.names.Kind(t.Name))
		}
		return types.AppSize(u.made[t.Name], append(append([]*Size(nil), u.x.open...), t.Args...)...)
	})
}
