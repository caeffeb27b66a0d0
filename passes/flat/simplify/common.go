package simplify

// What is known where the simplifier is: operations computed before, and
// conditions that hold.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
)

// availableOps is the operations that dominate a place, by key, and the truth of
// conditions there.
type availableOps struct {
	ops   []operation
	last  map[string]int // of those of a key, counted from 1
	truth map[*fkl.Var]bool
	undo  []func()
	ids   vars.Numbers
	bound map[*fkl.Var]bool // in an operation that is looked at
	text  []byte            // its key
}

// An operation was computed before: its results, and the one of that key before it.
type operation struct {
	e       fkl.Expr
	results []*fkl.Var
	key     string
	before  int
}

func newAvailableOps() *availableOps {
	return &availableOps{last: map[string]int{}, truth: map[*fkl.Var]bool{}, ids: vars.Numbers{}, bound: map[*fkl.Var]bool{}}
}

// scope runs f and forgets what became known in it.
func (k *availableOps) scope(f func()) {
	n, ops := len(k.undo), len(k.ops)
	f()
	for ; len(k.undo) > n; k.undo = k.undo[:len(k.undo)-1] {
		k.undo[len(k.undo)-1]()
	}
	for ; len(k.ops) > ops; k.ops = k.ops[:len(k.ops)-1] {
		o := k.ops[len(k.ops)-1]
		k.last[o.key] = o.before
	}
}

// assume records that a condition is as it is said.
func (k *availableOps) assume(cond fkl.Expr, holds bool) {
	r, ok := cond.(*fkl.Ref)
	if !ok {
		return
	}
	if _, known := k.truth[r.Var]; !known {
		k.truth[r.Var] = holds
		k.undo = append(k.undo, func() { delete(k.truth, r.Var) })
	}
}

// is reports whether a condition is known to be b.
func (k *availableOps) is(cond fkl.Expr, b bool) bool {
	switch c := cond.(type) {
	case *fkl.Bool:
		return c.Val == b
	case *fkl.Ref:
		holds, known := k.truth[c.Var]
		return known && holds == b
	}
	return false
}

// find is the results of an equal operation, or nil; add takes the key.
func (k *availableOps) find(e fkl.Expr) (key string, results []fkl.Expr) {
	if !repeatable(e) {
		return "", nil
	}
	exact := k.describe(e)
	for n := k.last[string(k.text)]; n > 0; n = k.ops[n-1].before {
		if o := &k.ops[n-1]; exact || k.whole(o.e) == k.whole(e) {
			return o.key, fkl.Uses(o.results)
		}
	}
	return string(k.text), nil
}

// add records that vs are the results of e, which find did not find.
func (k *availableOps) add(key string, e fkl.Expr, vs []*fkl.Var) {
	if key == "" {
		return
	}
	k.ops = append(k.ops, operation{e, vs, key, k.last[key]})
	k.last[key] = len(k.ops)
}

// repeatable reports whether e yields the same whenever it is computed, and is
// worth remembering.
func repeatable(e fkl.Expr) bool {
	switch e := e.(type) {
	case *fkl.Call, *fkl.Time, *fkl.If, *fkl.Loop:
		return false
	case *fkl.Prim:
		return e.Op.Class == prim.Scalar
	}
	return true
}

// describe makes the text that operations equal to e share; if it is exact, others do not
// have it.
func (k *availableOps) describe(e fkl.Expr) (exact bool) {
	k.text = k.text[:0]
	switch e := e.(type) {
	case *fkl.Prim:
		k.write(e.Op.Name, e.Args...)
		return true
	case *fkl.At:
		k.write("at", e.Vec, e.Idx)
		return true
	case *fkl.Length:
		k.write("length", e.Vec)
		return true
	}
	clear(k.bound)
	bind := func(v *fkl.Var) { k.bound[v] = true }
	use := func(v *fkl.Var) {
		if !k.bound[v] {
			k.text = strconv.AppendInt(k.text, int64(k.ids.Of(v)), 10)
		}
	}
	ir.Walk(e, func(e fkl.Expr) bool {
		k.text = append(k.text, byte(e.Form()))
		fkl.EachBind(e, bind)
		fkl.EachUse(e, use)
		switch e := e.(type) {
		case *fkl.Prim:
			k.text = append(k.text, e.Op.Name...)
		case *fkl.Int:
			k.text = strconv.AppendInt(k.text, e.Val, 10)
		}
		return true
	})
	return false
}

// whole tells operations apart: free variables by number, bound ones by place.
func (k *availableOps) whole(e fkl.Expr) string {
	return fkl.Alike(e, k.ids.Name)
}

// write adds an operation on atoms to the text.
func (k *availableOps) write(name string, args ...fkl.Expr) {
	k.text = vars.AppendOperation(k.text, k.ids, name, args, atom)
}

// atom is the variable of an atom, or else its text.
func atom(a fkl.Expr) (*fkl.Var, string) {
	switch a := a.(type) {
	case *fkl.Ref:
		return a.Var, ""
	case *fkl.Int:
		return nil, strconv.FormatInt(a.Val, 10)
	}
	return nil, fkl.Show(a)
}
