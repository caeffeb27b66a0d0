package tables

// Tables in update blocks: what becomes of the code of a loop.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// tables translates a loop.
type tables struct {
	vars     map[*nkl.Var]part
	literals map[*nkl.Var]*nkl.Seq
	runs     map[*nkl.Var]nkl.Expr   // numbers from 0: how many
	fills    map[*nkl.Var][]nkl.Expr // copies of a value: which, and how many
	columns  map[*nkl.Var][]nkl.Expr // of buckets
	loops    [][]part                // what the loops around carry
	places   []place                 // of elements that were asked for, here or around
	pos      ir.Pos                  // of the loop
	bad      bool
}

// A place is where an element of a row is among those of all rows.
type place struct {
	start, index, at nkl.Expr
}

func (t *tables) fail() (nkl.Expr, part) {
	t.bad = true
	return &nkl.Int{}, part{}
}

// walk is what became of e, which ends a block, and of its value.
func (t *tables) walk(e nkl.Expr) (nkl.Expr, part) {
	if t.bad {
		return e, part{}
	}
	known := len(t.places)
	defer func() { t.places = t.places[:known] }()
	switch e := e.(type) {
	case *nkl.Let:
		return t.let(e)
	case *nkl.Check:
		then, p := t.walk(e.Then)
		return &nkl.Check{Node: e.Node, Cond: t.plain(e.Cond), Error: e.Error, Then: then}, p
	case *nkl.If:
		then, p := t.walk(e.Then)
		els, q := t.walk(e.Else)
		return &nkl.If{Node: e.Node, Cond: t.plain(e.Cond), Then: then, Else: els}, t.either(p, q)
	case *nkl.Loop:
		return t.loop(e)
	case *nkl.Recur:
		return t.recur(e)
	}
	var b anf.Block
	x, p := t.operation(e, &b)
	if p.literal != nil {
		return t.fail()
	}
	return b.In(x), p
}

// plain is an operand that must have nothing to do with tables.
func (t *tables) plain(e nkl.Expr) nkl.Expr {
	if r, ok := e.(*nkl.Ref); ok && !t.vars[r.Var].plain() {
		t.bad = true
	}
	return e
}

// either is what a value is that is one of two.
func (t *tables) either(p, q part) part {
	switch {
	case p.ended:
		return q
	case q.ended:
		return p
	case p.of != q.of || len(p.elems) != len(q.elems) || !sameRow(p, q) || p.changed || q.changed:
		t.bad = true
		return part{}
	}
	out := part{of: p.of, row: p.row, base: p.base, start: p.start, length: p.length}
	for i := range p.elems {
		out.elems = append(out.elems, t.either(p.elems[i], q.elems[i]))
	}
	return out
}

// sameRow reports whether two values are versions of one row, if they are rows at all.
func sameRow(p, q part) bool {
	return p.row == nil && q.row == nil ||
		p.row != nil && q.row != nil && p.base == q.base && anf.SameAtom(p.row, q.row) && anf.SameAtom(p.start, q.start)
}

// let translates a binding, and what is behind it.
func (t *tables) let(let *nkl.Let) (nkl.Expr, part) {
	var b anf.Block
	var rhs nkl.Expr
	var p part
	switch let.Rhs.(type) {
	case *nkl.If, *nkl.Loop, *nkl.Let, *nkl.Check:
		rhs, p = t.walk(let.Rhs)
		p.data = nil // its name is inside
	default:
		rhs, p = t.operation(let.Rhs, &b)
	}
	switch {
	case t.bad:
		return let, part{}
	case p.plain():
		switch e := let.Rhs.(type) {
		case *nkl.Seq:
			t.literals[let.Bind] = e
		case *nkl.Prim:
			switch e.Op.Code {
			case prim.Index:
				t.runs[let.Bind] = e.Args[0]
			case prim.Dist:
				t.fills[let.Bind] = e.Args
			}
		}
		b.Let(let.Bind, rhs)
	case p.literal != nil || p.data != nil: // all of it has a name
		t.vars[let.Bind] = p
	default:
		v := types.NewVar(let.Bind.Name, dataType(let.Bind.Type, p))
		p.data = v
		t.vars[let.Bind], t.vars[v] = p, p
		if b.Let(v, rhs); p.of != nil && p.of.buckets {
			t.columnsOf(&b, v)
		}
	}
	body, q := t.walk(let.Body)
	return b.In(body), q
}

// dataType is the type of a value whose tables are their elements.
func dataType(t *types.Type, p part) *types.Type {
	switch {
	case p.plain():
		return t
	case p.of != nil && p.of.buckets:
		return p.of.carried()
	case p.row != nil:
		return t
	case p.of != nil:
		return t.Elem()
	}
	elems := make([]*types.Type, len(t.Elems))
	for i, c := range p.elems {
		elems[i] = dataType(t.Elems[i], c)
	}
	return types.Tuple(elems...)
}

// loop translates a loop.
func (t *tables) loop(e *nkl.Loop) (*nkl.Loop, part) {
	out := &nkl.Loop{Node: e.Node}
	var carried []part
	var begin anf.Block
	for i, v := range e.Binds {
		x, p := t.carried(e.Inits[i])
		w := v
		if p.of != nil {
			w = types.NewVar(v.Name, p.data.Type)
			p = part{of: p.of, data: w}
			t.vars[v], t.vars[w] = p, p
			if p.of.buckets {
				t.columnsOf(&begin, w)
			}
		}
		out.Binds, out.Inits, carried = append(out.Binds, w), append(out.Inits, x), append(carried, p)
	}
	t.loops = append(t.loops, carried)
	body, p := t.walk(e.Body)
	t.loops = t.loops[:len(t.loops)-1]
	out.Body, p.data = begin.In(body), nil // its name is inside
	t.bad = t.bad || p.row != nil
	return out, p
}

func (t *tables) recur(e *nkl.Recur) (nkl.Expr, part) {
	out := &nkl.Recur{Node: e.Node}
	for i, a := range e.Args {
		x, p := t.carried(a)
		t.bad = t.bad || p.of != t.loops[len(t.loops)-1][i].of
		out.Args = append(out.Args, x)
	}
	return out, part{ended: true}
}

// carried is what became of a value that a loop carries, which is a whole table if it has
// to do with tables.
func (t *tables) carried(e nkl.Expr) (nkl.Expr, part) {
	x, p := t.atom(e)
	t.bad = t.bad || p.row != nil || p.literal != nil || p.elems != nil
	return x, p
}
