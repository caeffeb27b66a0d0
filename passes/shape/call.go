package shape

// Calls: a scheme with the sizes of the arguments.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// call is the result of a function; what its calls have checked is learnt.
func (x *analysis) call(fn string, args []nkl.Expr) *shape {
	hint := x.hint
	actual, ok := x.exprs(args)
	s := x.schemes[fn]
	if !ok {
		return nil
	}
	x.hint = hint
	u := use{x: x, s: s, env: map[string]*size{}, made: map[string]string{}}
	for i, p := range s.params {
		u.match(p, actual[i])
	}
	if len(s.params) > 0 {
		x.observe(fn, &u)
		x.keeps(fn, &u)
	}
	if s.result == nil {
		return nil
	}
	for _, e := range s.learnt {
		u.learn(e)
	}
	return s.result.mapSizes(u.size)
}

// A use is one call of a function.
type use struct {
	x    *analysis
	s    *scheme
	env  map[string]*size  // sizes of parameters: in terms of $1.. where they are nested
	made map[string]string // names that exist for this call
}

func (u *use) match(p, a *shape) {
	if a == nil {
		return
	}
	if p.size != nil {
		u.env[p.size.Name] = a.size
	}
	for i, k := range p.kids {
		u.match(k, a.kids[i])
	}
}

// size is a size of the function as the caller sees it.
func (u *use) size(n *size) *size {
	return subst(n, func(t *size) *size {
		if t.Op != types.SizeVar && t.Op != types.SizeApp || t.IsOpenIndex() {
			return t
		}
		if a, ok := u.env[t.Name]; ok {
			return subst(a, func(i *size) *size {
				if i.Op == types.SizeIndex && i.N >= 1 {
					return t.Args[i.N-1]
				}
				return i
			})
		}
		name := u.s.names[t.Name]
		if name == nil {
			return t // a function of sizes
		}
		if u.made[t.Name] == "" {
			n := u.x.fresh(u.x.hint)
			u.x.names[n].length = name.length
			u.made[t.Name] = n
		}
		return types.AppSize(u.made[t.Name], append(append([]*size(nil), u.x.open...), t.Args...)...)
	})
}

// learn adds a fact of the function.
func (u *use) learn(e entry) {
	if e.lhs != nil {
		u.x.learnEqual(sub(u.size(e.lhs), u.size(e.rhs)))
		return
	}
	w := e.whole
	mark := len(u.x.facts.log)
	fresh := make([]*size, len(w.vars))
	lens := make([]*size, len(w.vars))
	for i := range w.vars {
		lens[i] = u.vars(w, fresh, u.size(w.lens[i]))
		fresh[i] = u.x.openIndex("all", lens[i])
	}
	u.x.learnEqual(sub(u.vars(w, fresh, u.size(w.atom)), u.vars(w, fresh, u.size(w.rhs))))
	es := u.x.facts.undo(mark)
	for i := len(fresh) - 1; i >= 0; i-- {
		mark = len(u.x.facts.log)
		u.x.generalise(es, fresh[i], lens[i], true)
		if i > 0 {
			es = u.x.facts.undo(mark)
		}
	}
}

// vars puts fresh indices in the place of the variables of w.
func (u *use) vars(w *whole, fresh []*size, n *size) *size {
	return subst(n, func(t *size) *size {
		if i := indexOf(w.vars, t); i >= 0 && fresh[i] != nil {
			return fresh[i]
		}
		return t
	})
}
