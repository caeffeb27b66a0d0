// Package recursion makes two loops of a function that calls itself once at most, whichever
// way it takes.
//
// The first loop goes down to where the recursion ends, and puts aside what code behind the
// calls needs. The second one comes back, and does what is behind each call.
//
//	(func f () (v:[int]) [int]
//	  (if c e (let x (elt v 0) (let w (get v ..) (let r (call f () (w)) (append r (seq (x))))))))
//	=> (let end (loop (v saved) (v (seq ()))
//	     (if c (tuple e saved) (let x (elt v 0) (let w (get v ..) (recur w (append saved (seq (x))))))))
//	   (loop (r i) (end.0 #end.1)
//	     (if (i == 0) r (let x (elt end.1 (i - 1)) (recur (append r (seq (x))) (i - 1))))))
//
// What code behind a call does without its result is done before the call, up to a check of the
// result, as batch-calls does it. All else happens in the same order as before.
package recursion

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A Recursion is a function as two loops.
type Recursion struct {
	name   string
	result *types.Type
	params []*nkl.Var // of the function
	vars   []*nkl.Var // those that they are in an iteration
	carry  []int      // the loop carries the parameters with these numbers
	loop   []int      // the parameters that a loop of the function itself carries
	inside map[*nkl.Var]bool
	sites  []*site
	saved  *nkl.Var
	slots  []*types.Type // of what is put aside for a call
	body   nkl.Expr
	bad    bool
}

// A site is a call with what is behind it.
type site struct {
	call   *nkl.Call
	result *nkl.Var
	before anf.Block // what was behind the call and does not need its result
	behind nkl.Expr
	saves  []*nkl.Var // what it needs of scalars
	slots  []int      // where each is among those put aside
}

// Of is function f as two loops; nil if it has not that form, or needs sequences behind a
// call that literals before it have not made.
func Of(f *nkl.Func) *Recursion {
	if !nkl.Calls(f, f.Name) || len(f.TypeParams) > 0 {
		return nil
	}
	r := &Recursion{name: f.Name, result: f.Result, params: f.Params, vars: slices.Clone(f.Params)}
	body := r.entered(f.Body)
	r.inside = nkl.BoundVars(body)
	varies := make([]bool, len(f.Params))
	r.find(body, nil, varies)
	if r.bad || len(r.sites) == 0 {
		return nil
	}
	r.carried(varies)
	for _, s := range r.sites {
		if !r.plan(s) {
			return nil
		}
	}
	r.body = body
	return r
}

// entered is the body of the function, or of the loop that it is: variables of the loop
// stand for parameters.
func (r *Recursion) entered(e nkl.Expr) nkl.Expr {
	l, ok := e.(*nkl.Loop)
	if !ok {
		return e
	}
	for i, init := range l.Inits {
		v, isVar := init.(*nkl.Ref)
		if !isVar {
			r.bad = true
			return e
		}
		k := slices.Index(r.params, v.Var)
		if k < 0 || slices.Contains(r.loop, k) {
			r.bad = true
			return e
		}
		r.loop, r.vars[k] = append(r.loop, k), l.Binds[i]
	}
	return l.Body
}

// find looks for calls in e, which ends an iteration behind these definitions. Parameters that
// other iterations change vary.
func (r *Recursion) find(e nkl.Expr, before []*nkl.Let, varies []bool) {
	again := func(args []nkl.Expr, params func(i int) int) {
		for i, a := range args {
			k := params(i)
			v, isVar := a.(*nkl.Ref)
			varies[k] = varies[k] || !isVar || v.Var != r.vars[k]
		}
	}
	same := func(i int) int { return i }
	switch e := e.(type) {
	case *nkl.Let:
		if call, ok := e.Rhs.(*nkl.Call); ok && call.Fn == r.name {
			r.bad = r.bad || r.calls(e.Body) || anf.Iterates(e.Body)
			again(call.Args, same)
			s := &site{call: call, result: e.Bind}
			s.cut(e.Body, before)
			r.sites = append(r.sites, s)
			return
		}
		r.bad = r.bad || r.calls(e.Rhs)
		r.find(e.Body, append(before, e), varies)
	case *nkl.Check:
		r.find(e.Then, before, varies)
	case *nkl.If:
		r.find(e.Then, before, varies)
		r.find(e.Else, slices.Clone(before), varies)
	case *nkl.Recur:
		again(e.Args, func(i int) int { return r.loop[i] })
	case *nkl.Call:
		if e.Fn == r.name {
			again(e.Args, same)
		}
	default:
		r.bad = r.bad || r.calls(e)
	}
}

// cut takes what does not need the result out of the code behind the call. Literals of these
// steps and of definitions before it that it needs are made again there.
func (s *site) cut(e nkl.Expr, before []*nkl.Let) {
	needs := map[*nkl.Var]bool{s.result: true}
	depends := func(e nkl.Expr) bool {
		return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return needs[v] })
	}
	var behind anf.Block
	for {
		let, isLet := e.(*nkl.Let)
		check, isCheck := e.(*nkl.Check)
		switch {
		case isLet && depends(let.Rhs):
			needs[let.Bind] = true
			behind.Again(let, let.Bind, let.Rhs)
			e = let.Body
		case isLet:
			before = append(before, let)
			s.before.Again(let, let.Bind, let.Rhs)
			e = let.Body
		case isCheck && !depends(check.Cond):
			s.before.CheckAgain(check, check.Cond)
			e = check.Then
		default:
			s.behind = remade(behind.In(e), before)
			return
		}
	}
}

// calls reports whether e calls the function.
func (r *Recursion) calls(e nkl.Expr) (found bool) {
	nkl.EachCall(e, func(fn string) { found = found || fn == r.name })
	return found
}

// remade is e with those definitions before it that are literals, which it makes itself.
func remade(e nkl.Expr, before []*nkl.Let) nkl.Expr {
	for _, let := range slices.Backward(before) {
		switch let.Rhs.(type) {
		case *nkl.Seq, *nkl.Tuple, *nkl.Str:
			if slices.Contains(nkl.FreeVars(e), let.Bind) {
				e = &nkl.Let{Node: let.Node, Bind: let.Bind, Rhs: let.Rhs, Body: e}
			}
		}
	}
	return e
}

// carried decides which parameters the loop carries.
func (r *Recursion) carried(varies []bool) {
	for k, v := range r.vars {
		if varies[k] {
			r.carry, r.inside[v] = append(r.carry, k), true
		}
	}
}

// plan decides what is put aside for a call. It reports whether that are scalars.
func (r *Recursion) plan(s *site) bool {
	taken := map[int]bool{}
	for _, v := range nkl.FreeVars(s.behind) {
		if v == s.result || !r.inside[v] {
			continue
		}
		if !v.Type.IsScalar() {
			return false
		}
		k := 0
		for k < len(r.slots) && (taken[k] || !nkl.Same(r.slots[k], v.Type)) {
			k++
		}
		if k == len(r.slots) {
			r.slots = append(r.slots, v.Type)
		}
		taken[k] = true
		s.saves, s.slots = append(s.saves, v), append(s.slots, k)
	}
	return true
}

// numbered reports whether the number of a call is put aside with what it needs.
func (r *Recursion) numbered() bool { return len(r.sites) > 1 }

// element is the type of what is put aside for a call; nil if that is nothing, so that it is
// enough to count calls.
func (r *Recursion) element() *types.Type {
	ts := r.slots
	if r.numbered() {
		ts = append([]*types.Type{types.Int}, ts...)
	}
	switch len(ts) {
	case 0:
		return nil
	case 1:
		return ts[0]
	}
	return types.Tuple(ts...)
}

// Type is the type of what Down yields.
func (r *Recursion) Type() *types.Type { return types.Tuple(r.result, r.saved.Type) }
