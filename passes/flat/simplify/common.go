package simplify

// What is known where the simplifier is: operations computed before, and
// conditions that hold.

import (
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
)

// availableOps is the operations that dominate a place, by key, and the truth of
// conditions there.
type availableOps struct {
	ops   map[string][]operation
	truth map[*fkl.Var]bool
	undo  []func()
	ids   map[*fkl.Var]int
	bound map[*fkl.Var]bool // in an operation that is looked at
}

// An operation was computed before: its results.
type operation struct {
	e       fkl.Expr
	results []fkl.Expr
}

func newAvailableOps() *availableOps {
	return &availableOps{ops: map[string][]operation{}, truth: map[*fkl.Var]bool{}, ids: map[*fkl.Var]int{}, bound: map[*fkl.Var]bool{}}
}

// scope runs f and forgets what became known in it.
func (k *availableOps) scope(f func()) {
	n := len(k.undo)
	f()
	for len(k.undo) > n {
		k.undo[len(k.undo)-1]()
		k.undo = k.undo[:len(k.undo)-1]
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
	key, exact := k.key(e)
	for _, o := range k.ops[key] {
		if exact || k.text(o.e) == k.text(e) {
			return key, o.results
		}
	}
	return key, nil
}

// add records that vs are the results of e, which find did not find.
func (k *availableOps) add(key string, e fkl.Expr, vs []*fkl.Var) {
	if key == "" {
		return
	}
	old := k.ops[key]
	k.ops[key] = append(old[:len(old):len(old)], operation{e, fkl.Uses(vs)})
	k.undo = append(k.undo, func() { k.ops[key] = old })
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

// key is a text that equal operations share; if it is exact, others do not
// have it.
func (k *availableOps) key(e fkl.Expr) (key string, exact bool) {
	switch e := e.(type) {
	case *fkl.Prim:
		return k.flat(e.Op.Name, e.Args...), true
	case *fkl.At:
		return k.flat("at", e.Vec, e.Idx), true
	case *fkl.Length:
		return k.flat("length", e.Vec), true
	}
	clear(k.bound)
	var b []byte
	bind := func(v *fkl.Var) { k.bound[v] = true }
	use := func(v *fkl.Var) {
		if !k.bound[v] {
			b = strconv.AppendInt(b, int64(k.id(v)), 10)
		}
	}
	ir.Walk(e, func(e fkl.Expr) bool {
		b = append(b, byte(e.Form()))
		fkl.EachBind(e, bind)
		fkl.EachUse(e, use)
		switch e := e.(type) {
		case *fkl.Prim:
			b = append(b, e.Op.Name...)
		case *fkl.Int:
			b = strconv.AppendInt(b, e.Val, 10)
		}
		return true
	})
	return string(b), false
}

// text tells operations apart: free variables by number, bound ones by place.
func (k *availableOps) text(e fkl.Expr) string {
	return fkl.Alike(e, func(v *fkl.Var) string { return "v" + strconv.Itoa(k.id(v)) })
}

func (k *availableOps) flat(name string, args ...fkl.Expr) string {
	var b strings.Builder
	b.WriteString(name)
	for _, a := range args {
		b.WriteByte(' ')
		if r, ok := a.(*fkl.Ref); ok {
			b.WriteString("v" + strconv.Itoa(k.id(r.Var)))
		} else {
			b.WriteString(fkl.Show(a))
		}
	}
	return b.String()
}

func (k *availableOps) id(v *fkl.Var) int {
	n, ok := k.ids[v]
	if !ok {
		n = len(k.ids)
		k.ids[v] = n
	}
	return n
}
