package flatten

// Parameters that a recursion hands on as they are. Active elements are told apart by
// numbers: which element of the first call they come from, and what stays the
// same is read by number from what that call got. So a level of the recursion
// replicates, splits and keeps one int, however much the first call handed over.
//
//	function f(x, y) = .. {f(x, e) : z in zs} ..
//	=>  (call f^ (n numbers xs ys')) where x of an element is xs[numbers]

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
	"nessiec/passes/nested/anf"
)

// A firstCall is the parameters that are read by number in a scope: number is the variable
// of the numbers, firsts the values of the first call.
type firstCall struct {
	number *nkl.Var
	firsts map[*nkl.Var]rep.Value
}

// first is the value of v in the first call, nil if v is not read by number.
func (k *firstCall) first(v *nkl.Var) rep.Value {
	if k == nil {
		return nil
	}
	return k.firsts[v]
}

// numbered is v, whose values in the first call are first, for the elements of s. Whoever
// asks for a total has it handed over instead.
func (s *scope) numbered(b *emit.Block, v *nkl.Var, first rep.Value) rep.Value {
	type key struct {
		s *scope
		v *nkl.Var
	}
	return emit.Memo(b, emit.Key{Of: key{s, v}, What: "numbered"}, func() rep.Value {
		numbers := s.lookup(b, s.kept.number)
		r := rep.Gather(b, first, s.sp, s.sp.Sd != nil, func(eb *emit.Block, seg, i fkl.Expr) fkl.Expr { return rep.ReadOwn(eb, numbers, seg, i) })
		rep.EachPair(r, first, func(to, from *rep.Nested) { to.Total = from.Total })
		return rep.LearnLifted(b, s.sp, v.Type, r)
	})
}

// readByNumber is the parameters that the lifted version of fn reads by number, as is known
// when a round first asks; nil if there are none.
func (t *translator) readByNumber(fn string) map[int]bool {
	same, known := t.numbers[fn]
	if !known {
		same = t.chooseNumbered(t.lifteds[fn])
		t.numbers[fn] = same
	}
	return same
}

// chooseNumbered chooses the parameters that l reads by number.
func (t *translator) chooseNumbered(l *nkl.Lifted) map[int]bool {
	binds, body := anf.LiftedBody(l)
	if c := t.recursive[l.Of]; c == 0 || t.inCycle[c] > 1 || t.iterates(l, body) {
		return nil
	}
	same, at, weight := anf.HandedOn(l), 0, 0
	for i, p := range binds[1:] {
		for range types.Leaves(p.Type) {
			if s := t.sizeParams.Params[l.Of][at]; s != nil && s.Requested {
				same[i] = false
			}
			at++
		}
		if same[i] && !t.sharing.Shares(l.Of, i) {
			weight += boundary.BytesOf(p.Type)
		} else {
			delete(same, i)
		}
	}
	if weight <= 2*boundary.BytesOf(types.Int) {
		return nil
	}
	return same
}

// byNumber replaces, among the arguments of a call of a function to itself, those that
// it reads by number by those of the first call.
func (t *translator) byNumber(s *scope, e *nkl.CallLifted, args []rep.Value) {
	if e.Fn != t.lifting.Fn {
		return
	}
	for i := range t.readByNumber(e.Fn) {
		args[i] = s.kept.first(e.Args[i].(*nkl.Ref).Var)
	}
}

// elementNumbers is the numbers of elements for a call of fn, if it reads anything by them.
func (t *translator) elementNumbers(b *emit.Block, s *scope, fn string) []rep.Value {
	switch {
	case t.readByNumber(fn) == nil:
		return nil
	case fn == t.lifting.Fn:
		return []rep.Value{s.lookup(b, s.kept.number)}
	}
	return []rep.Value{rep.Identity(&emit.Space{N: s.sp.N})}
}
