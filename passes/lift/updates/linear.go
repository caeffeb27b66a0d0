package updates

// Linear use of the sequences of an update block: whatever happens, what reads or
// replaces an element of one has the latest of it, so that there need be only one.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A usage is what a value is to an update block: a scalar, the version of a state, a
// sequence from elsewhere (a place), which is only read, or a tuple of those.
type usage struct {
	kind    usageKind
	state   int // which of the states of the block
	version int
	elems   []usage
}

// states is what is known of the states of an update block.
type states struct {
	returned []bool
	vars     map[*nkl.Var]usage
}

// of is the number of the state of which v is a version.
func (s *states) of(v *nkl.Var) (k int, ok bool) {
	u := s.vars[v]
	return u.state, u.kind == ofState
}

type usageKind byte

const (
	ofScalar usageKind = iota
	ofState
	ofPlace
	ofTuple
)

// A tracker walks an update block in the order of evaluation.
type tracker struct {
	vars   map[*nkl.Var]usage
	latest []int // version of every state; none where it is lost
	count  int
	puts   bool
	bad    bool
	loops  []*tracked
}

// A tracked loop is one around the place where the tracker is.
type tracked struct {
	vars  []usage
	start []int // latest versions when an iteration begins
}

// none is the version of a state of which the latest has no name any more.
const none = -1

// linear reports whether e uses its states linearly, and replaces an element, and what is known of them.
func linear(e *nkl.Update) (of *states, ok bool) {
	t := &tracker{vars: map[*nkl.Var]usage{}}
	for k, v := range e.Binds {
		t.vars[v] = usage{kind: ofState, state: k, version: t.version()}
		t.latest = append(t.latest, t.count)
	}
	val, _ := t.walk(e.Body)
	returned := make([]bool, len(e.Binds))
	t.leaves(val, returned)
	return &states{returned, t.vars}, t.puts && !t.bad
}

func (t *tracker) version() int {
	t.count++
	return t.count
}

// fail notes that the block is not linear.
func (t *tracker) fail() (usage, bool) {
	t.bad = true
	return usage{}, true
}

// leaves tests that what leaves a block or a part of it is scalars and the latest
// versions of states, each once.
func (t *tracker) leaves(u usage, seen []bool) {
	switch u.kind {
	case ofState:
		t.bad = t.bad || seen[u.state] || t.latest[u.state] != u.version
		seen[u.state] = true
	case ofPlace:
		t.bad = true
	}
	for _, c := range u.elems {
		t.leaves(c, seen)
	}
}

// walk is the usage of the value of e; reached is false if e starts another
// iteration in any case.
func (t *tracker) walk(e nkl.Expr) (u usage, reached bool) {
	if t.bad {
		return usage{}, true
	}
	switch e := e.(type) {
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return usage{}, true
	case *nkl.Ref:
		if u, ok := t.vars[e.Var]; ok {
			return u, true
		}
		return external(e.Var.Type), true
	case *nkl.Tuple:
		u := usage{kind: ofTuple}
		for _, x := range e.Elems {
			c, _ := t.walk(x)
			u.elems = append(u.elems, c)
		}
		return u, true
	case *nkl.Proj:
		if of, _ := t.walk(e.Of); of.kind == ofTuple {
			return of.elems[e.Index], true
		}
		return usage{}, true
	case *nkl.Prim:
		return t.prim(e)
	case *nkl.Put:
		return t.put(e)
	case *nkl.Let:
		u, reached := t.walk(e.Rhs)
		if !reached {
			return t.fail()
		}
		t.vars[e.Bind] = u
		return t.walk(e.Body)
	case *nkl.Check:
		return t.walk(e.Then)
	case *nkl.If:
		return t.branch(e)
	case *nkl.Loop:
		return t.loop(e)
	case *nkl.Recur:
		t.recur(e)
		return usage{}, false
	}
	return t.fail()
}

// external is the usage of a value from outside the block.
func external(t *types.Type) usage {
	switch t.Kind {
	case types.KSeq:
		return usage{kind: ofPlace}
	case types.KTuple:
		u := usage{kind: ofTuple}
		for _, c := range t.Elems {
			u.elems = append(u.elems, external(c))
		}
		return u
	}
	return usage{}
}

// prim is a scalar primitive, or reads a state or a place.
func (t *tracker) prim(e *nkl.Prim) (usage, bool) {
	if e.Op.Class == prim.Scalar {
		return usage{}, true
	}
	of, _ := t.walk(e.Args[0])
	r, named := e.Args[0].(*nkl.Ref)
	switch {
	case !named:
		return t.fail()
	case e.Op.Code == prim.Length && of.kind != ofTuple:
		return usage{}, true // never changes
	case e.Op.Code == prim.Elt && of.kind == ofPlace:
		return external(r.Var.Type.Elem()), true
	case e.Op.Code == prim.Elt && of.kind == ofState && t.latest[of.state] == of.version:
		return external(r.Var.Type.Elem()), true
	}
	return t.fail()
}

func (t *tracker) put(e *nkl.Put) (usage, bool) {
	u, _ := t.walk(e.Seq)
	if u.kind != ofState || t.latest[u.state] != u.version {
		return t.fail()
	}
	t.puts = true
	u.version = t.version()
	t.latest[u.state] = u.version
	return u, true
}

// branch joins what the branches leave.
func (t *tracker) branch(e *nkl.If) (usage, bool) {
	before := append([]int(nil), t.latest...)
	then, one := t.walk(e.Then)
	t.leaves(then, make([]bool, len(before)))
	after := t.latest
	t.latest = before
	els, two := t.walk(e.Else)
	t.leaves(els, make([]bool, len(before)))
	switch {
	case t.bad:
		return t.fail()
	case !one:
		return els, two
	case !two:
		t.latest = after
		return then, one
	}
	u := t.join(then, els)
	for k := range t.latest {
		if joined := u.versionOf(k); joined != none {
			t.latest[k] = joined
		} else if t.latest[k] != after[k] {
			t.latest[k] = none
		}
	}
	return u, true
}

// join is the value that is that of one branch or the other.
func (t *tracker) join(a, b usage) usage {
	if a.kind != b.kind || a.state != b.state || len(a.elems) != len(b.elems) {
		t.bad = true
		return usage{}
	}
	if a.version != b.version {
		a.version = t.version()
	}
	if a.kind == ofTuple {
		elems := make([]usage, len(a.elems))
		for i := range elems {
			elems[i] = t.join(a.elems[i], b.elems[i])
		}
		a.elems = elems
	}
	return a
}

// versionOf is the version of state k in u, or none.
func (u usage) versionOf(k int) int {
	if u.kind == ofState && u.state == k {
		return u.version
	}
	for _, c := range u.elems {
		if v := c.versionOf(k); v != none {
			return v
		}
	}
	return none
}

// loop gives the states that a loop carries new versions, those of any iteration.
func (t *tracker) loop(e *nkl.Loop) (usage, bool) {
	l, seen := &tracked{}, make([]bool, len(t.latest))
	for i, v := range e.Binds {
		u, _ := t.walk(e.Inits[i])
		if t.leaves(u, seen); t.bad || u.kind == ofTuple && v.Type.Has(types.KSeq) {
			return t.fail()
		}
		if u.kind == ofState {
			u.version = t.version()
		}
		l.vars = append(l.vars, u)
	}
	for i, u := range l.vars {
		if t.vars[e.Binds[i]] = u; u.kind == ofState {
			t.latest[u.state] = u.version
		}
	}
	l.start = append([]int(nil), t.latest...)
	t.loops = append(t.loops, l)
	u, reached := t.walk(e.Body)
	t.loops = t.loops[:len(t.loops)-1]
	t.leaves(u, make([]bool, len(t.latest)))
	return u, reached
}

// recur tests that the states that the loop carries are handed on, and that no other
// has changed.
func (t *tracker) recur(e *nkl.Recur) {
	l := t.loops[len(t.loops)-1]
	carried := make([]bool, len(t.latest))
	for i, a := range e.Args {
		u, _ := t.walk(a)
		if t.leaves(u, carried); t.bad || u.kind != l.vars[i].kind || u.kind == ofState && u.state != l.vars[i].state {
			t.bad = true
			return
		}
	}
	for k, c := range carried {
		t.bad = t.bad || !c && t.latest[k] != l.start[k]
	}
}
