// Package carried replaces loads of loops by variables of these (scalar replacement).
package carried

import (
	"fmt"
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// CarryLoads makes what a loop of element code loads at one of its variables a variable of the loop, too, where some
// iterations leave that variable as it is, and some that change it have loaded at its new value: the least element so far, in a loop
// that hands on where it is. In lanes it would be gathered in every iteration.
//
//	(loop (k:int best:int) (0 0)
//	  (block ..
//	    (def x:float (select (inrange k n) (load a k) 0.0))
//	    (def y:float (select (inrange best n) (load a best) 0.0))
//	    (if (prim lt (x y)) (block (recur next k)) (block (recur next best))))
//	  (r:int))
//	=>
//	(def y.1:float (select (inrange 0 n) (load a 0) 0.0))
//	(loop (k:int best:int y.2:float) (0 0 y.1)
//	  (block ..
//	    (def x:float (select (inrange k n) (load a k) 0.0))
//	    (def y:float y.2)
//	    (if (prim lt (x y)) (block (recur next k x)) (block (recur next best y.2))))
//	  (r:int))
func CarryLoads(c *pass.Ctx, m *kir.Module) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		access := map[*kir.Var]kir.Access{}
		for i, p := range k.Params {
			access[p] = k.Access[i]
		}
		var within func(e kir.Expr) kir.Expr
		within = func(e kir.Expr) kir.Expr {
			return build.Spliced(e, func(s kir.Expr) []kir.Expr {
				l, ok := s.(*kir.Loop)
				if !ok {
					return nil
				}
				inner := *l
				inner.Body = within(l.Body)
				x := examine(&inner, access)
				if len(x.carried) == 0 || !c.Rewrite(fmt.Sprintf("carry what a loop of %s loads", k.Name)) {
					return []kir.Expr{&inner}
				}
				return x.stmts()
			})
		}
		return within(k.Body)
	})
}

const largest = 32 // nodes of a load beyond which variables in it are not expanded

// A loop is a Loop whose loads are looked at.
type loop struct {
	*kir.Loop
	access  map[*kir.Var]kir.Access
	defs    map[*kir.Var]kir.Expr // what the body defines
	varies  map[*kir.Var]bool     // variables other than the loop's that may differ from one iteration to the next
	nameOf  func(*kir.Var) string
	first   []kir.Expr // what the body begins with and is the same in every iteration
	ends    []end
	carried []*load
	nodes   int // of what is being expanded
}

// A load is one at a variable of the loop.
type load struct {
	name *kir.Var
	at   int         // which variable
	val  *kir.Select // the load, in terms of what is there before the loop and of that variable
	next []kir.Expr  // what it is in the next iteration, for each end: a variable, or the load; nil: what it was
	now  *kir.Var    // the variable that takes its place
}

// An end is a Recur, with what has been loaded before it.
type end struct {
	recur *kir.Recur
	have  map[string]*kir.Var
}

// examine finds what a loop may carry; access is that of parameters.
func examine(l *kir.Loop, access map[*kir.Var]kir.Access) *loop {
	x := &loop{Loop: l, access: access, defs: map[*kir.Var]kir.Expr{}, varies: kir.BoundVars(l.Body), nameOf: vars.Numbers{}.Name}
	var recurs []*kir.Recur
	kir.EachEnd(l.Body, func(e kir.Expr) {
		if r, ok := e.(*kir.Recur); ok {
			recurs = append(recurs, r)
		}
	})
	if !slices.ContainsFunc(recurs, func(r *kir.Recur) bool { return x.stays(r) }) {
		return x
	}
	var reads []*kir.Def
	ir.Walk(l.Body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Def:
			x.defs[e.Bind] = e.Rhs
			reads = append(reads, e)
		case *kir.Set:
			x.varies[e.Var] = true
		}
		return true
	})
	x.begin()
	if x.findEnds(l.Body, map[string]*kir.Var{}); len(x.ends) < len(recurs) {
		return x
	}
	for _, d := range reads {
		if val := x.loaded(d.Rhs); val != nil && x.carries(val) == nil {
			x.carry(d.Bind, val)
		}
	}
	return x
}

// carries is the load val that the loop carries; nil if it does not.
func (x *loop) carries(val *kir.Select) *load {
	text := x.text(val)
	i := slices.IndexFunc(x.carried, func(ld *load) bool { return x.text(ld.val) == text })
	if i < 0 {
		return nil
	}
	return x.carried[i]
}

// begin finds the definitions that the body begins with and that are the same in every iteration. They may
// stand before the loop, as it has one.
func (x *loop) begin() {
	stores := ir.Any(x.Body, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Store, *kir.Arbitrary, *kir.Atomic, *kir.CopyRange:
			return true
		}
		return false
	})
	for _, s := range x.Body.(*kir.Block).Stmts {
		d, ok := s.(*kir.Def)
		if !ok || stores {
			return
		}
		if !ir.Any(d.Rhs, func(e kir.Expr) bool {
			v := kir.VarOf(e)
			return x.varies[v] || slices.Contains(x.Vars, v) || v != nil && kir.IsBuf(v.Type) && !x.access[v].ReadOnly()
		}) {
			delete(x.varies, d.Bind)
			x.first = append(x.first, d)
		}
	}
}

// stays reports whether r leaves some variable as it is, but not all.
func (x *loop) stays(r *kir.Recur) bool {
	same := 0
	for i, e := range r.Args {
		if kir.VarOf(e) == x.Vars[i] {
			same++
		}
	}
	return 0 < same && same < len(r.Args)
}

// text is equal for loads that are.
func (x *loop) text(val *kir.Select) string { return kir.Alike(val, x.nameOf) }

// loaded is e expanded, if it is a load under the guard of its index from what nothing writes; else nil.
func (x *loop) loaded(e kir.Expr) *kir.Select {
	s, ok := e.(*kir.Select)
	if !ok {
		return nil
	}
	if g := build.GuardedLoad(s); g == nil || !x.access[kir.VarOf(g.Buf)].Gathers() {
		return nil
	}
	return x.expanded(s).(*kir.Select)
}

// expanded is e without variables that the body defines by simple operations, if it does not become large.
func (x *loop) expanded(e kir.Expr) kir.Expr {
	x.nodes = 0
	return x.expand(e)
}

func (x *loop) expand(e kir.Expr) kir.Expr {
	x.nodes++
	if v := kir.VarOf(e); v != nil {
		if p, ok := x.defs[v].(*kir.Prim); ok && p.Op.Code.Prim().Latency == prim.Simple && x.nodes < largest {
			return x.expand(p)
		}
		return e
	}
	return e.MapChildren(x.expand)
}

// guarded is the load val, whose index gets a name.
func guarded(c *build.Code, val *kir.Select) kir.Expr {
	load := val.Then.(*kir.Load)
	at := load.Idx
	if kir.VarOf(at) == nil {
		at = c.Def("at", at)
	}
	return &kir.Select{Node: val.Node, Cond: &kir.InRange{Idx: at, Size: val.Cond.(*kir.InRange).Size},
		Then: &kir.Load{Node: load.Node, Buf: load.Buf, Idx: at}, Else: val.Else}
}

// findEnds finds each Recur in b; have is what is loaded before b.
func (x *loop) findEnds(b kir.Expr, have map[string]*kir.Var) {
	for _, s := range b.(*kir.Block).Stmts {
		switch s := s.(type) {
		case *kir.Def:
			if val := x.loaded(s.Rhs); val != nil {
				have[x.text(val)] = s.Bind
			}
		case *kir.If:
			x.findEnds(s.Then, maps.Clone(have))
			x.findEnds(s.Else, maps.Clone(have))
		case *kir.Recur:
			x.ends = append(x.ends, end{s, have})
		}
	}
}

// at is the load val where variable v is e.
func at(val *kir.Select, v *kir.Var, e kir.Expr) *kir.Select {
	return kir.Replace(val, map[*kir.Var]kir.Expr{v: e}).(*kir.Select)
}

// carry makes the loop carry the load val, if it may.
func (x *loop) carry(name *kir.Var, val *kir.Select) {
	ld := &load{name: name, at: -1, val: val}
	fixed := true
	ir.Walk(kir.Expr(val), func(e kir.Expr) bool {
		v := kir.VarOf(e)
		if i := slices.Index(x.Vars, v); i >= 0 {
			fixed = fixed && (ld.at < 0 || ld.at == i)
			ld.at = i
		}
		fixed = fixed && !x.varies[v]
		return true
	})
	if !fixed || ld.at < 0 {
		return
	}
	v, kept, had := x.Vars[ld.at], 0, 0
	for _, e := range x.ends {
		arg := e.recur.Args[ld.at]
		if kir.VarOf(arg) == v {
			kept++
			ld.next = append(ld.next, nil)
			continue
		}
		if has := e.have[x.text(at(val, v, x.expanded(arg)))]; has != nil {
			had++
			ld.next = append(ld.next, kir.Use(has))
		} else {
			ld.next = append(ld.next, at(val, v, arg))
		}
	}
	if kept > 0 && had > 0 && len(x.ends)-kept <= 2*had { // what others load is no more
		x.carried = append(x.carried, ld)
	}
}

// stmts is the loop that carries loads.
func (x *loop) stmts() []kir.Expr {
	var c build.Code
	l := *x.Loop
	l.Vars, l.Inits = slices.Clone(l.Vars), slices.Clone(l.Inits)
	c.Stmts = slices.Clone(x.first)
	for _, ld := range x.carried {
		v := l.Vars[ld.at]
		l.Inits[ld.at] = c.Atom(v.Name, l.Inits[ld.at])
		ld.now = kir.NewVar(ld.name.Name, ld.name.Type)
		l.Vars = append(l.Vars, ld.now)
		l.Inits = append(l.Inits, c.Def(ld.name.Name, guarded(&c, at(ld.val, v, l.Inits[ld.at]))))
	}
	var rewrite func(kir.Expr) kir.Expr
	rewrite = func(e kir.Expr) kir.Expr {
		switch e := e.(type) {
		case *kir.Block:
			var b build.Code
			for _, s := range e.Stmts {
				i := slices.IndexFunc(x.ends, func(end end) bool { return end.recur == s })
				switch {
				case i >= 0:
					b.Put(&kir.Recur{Node: x.ends[i].recur.Node, Args: slices.Concat(x.ends[i].recur.Args, x.next(&b, i))})
				case !slices.Contains(x.first, s):
					b.Put(rewrite(s))
				}
			}
			return &kir.Block{Node: e.Node, Stmts: b.Stmts}
		case *kir.Def:
			if val := x.loaded(e.Rhs); val != nil {
				if ld := x.carries(val); ld != nil {
					return &kir.Def{Node: e.Node, Bind: e.Bind, Rhs: kir.Use(ld.now)}
				}
			}
		}
		return e.MapChildren(rewrite)
	}
	l.Body = rewrite(l.Body)
	c.Put(&l)
	return c.Stmts
}

// next is what the loop carries from end i on; loads that are not there are written to c.
func (x *loop) next(c *build.Code, i int) (vals []kir.Expr) {
	for _, ld := range x.carried {
		switch val := ld.next[i].(type) {
		case nil:
			vals = append(vals, kir.Use(ld.now))
		case *kir.Select:
			vals = append(vals, c.Def(ld.name.Name, guarded(c, val)))
		default:
			vals = append(vals, val)
		}
	}
	return vals
}
