package growing

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Forms is the loops to try in place of l: itself, and if copies holds, with copies element by
// element of sequences that it appends and are no literals, and of those that come to the places of others.
func Forms(sigs *nkl.Sigs, l *nkl.Loop, copies bool) []*nkl.Loop {
	if !copies {
		return []*nkl.Loop{l}
	}
	out := []*nkl.Loop{elementwise(l)}
	if m := moved(sigs, l); m != l {
		out = append(out, elementwise(m))
	}
	return out
}

// moved is l with sequences that an iteration has made appended to empty ones, where they come to
// the places of others: the next front of a search becomes the front, a new row that before it. So each
// variable keeps its buffer. What is copied was appended in the iterations since the last copy, so that costs no more than
// making it. It is l itself if there is no such sequence.
//
//	(loop (now next) .. (recur next (seq ())))
//	=> (loop (now next) .. (let none (get now (index 0)) (let moved (append none next) (recur moved (seq ())))))
func moved(sigs *nkl.Sigs, l *nkl.Loop) *nkl.Loop {
	m := &moves{classes: newClasses(sigs, l, true), loop: l}
	body := m.code(l.Body)
	if !m.some {
		return l
	}
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

type moves struct {
	*classes
	loop *nkl.Loop
	some bool
}

// code is e, which ends an iteration, with copies.
func (m *moves) code(e nkl.Expr) nkl.Expr {
	return anf.AtRecurs(e, func(e *nkl.Recur) nkl.Expr {
		var b anf.Block
		out := &nkl.Recur{Node: e.Node}
		for i, x := range e.Args {
			if m.arrives(e, i) {
				v := m.loop.Binds[i]
				places := op(&b, types.Seq(types.Int), prim.Index, anf.Integer(0))
				none := op(&b, v.Type, prim.Get, nkl.Use(v), places)
				x = b.Name("moved", v.Type, &nkl.Prim{Node: e.Node, Op: prim.Append.Prim(), Args: []nkl.Expr{none, x}})
				m.some = true
			}
			out.Args = append(out.Args, x)
		}
		return b.In(out)
	})
}

// arrives reports whether argument i of an iteration is of another class than the variable,
// and has been made since the class was empty: by this iteration, or it is of a variable that becomes one
// made by this iteration.
func (m *moves) arrives(e *nkl.Recur, i int) bool {
	from := m.classOf(e.Args[i])
	if from == nil || m.literal(e.Args[i]) != nil || from == m.variable(i) {
		return false
	}
	for j := range m.loop.Binds {
		if m.variable(j) == from {
			next := m.classOf(e.Args[j])
			return next != nil && m.isNew(next)
		}
	}
	return m.isNew(from)
}

// isNew reports whether an iteration makes the sequences of a class.
func (m *moves) isNew(c *class) bool {
	for j := range m.loop.Binds {
		if m.variable(j) == c {
			return false
		}
	}
	return !c.outside
}

// classOf is the class of a sequence, or nil.
func (m *moves) classOf(e nkl.Expr) *class {
	if s := m.of(e); s != nil && s.class != nil {
		return s.class.find()
	}
	return nil
}

// variable is the class of a variable of the loop.
func (m *moves) variable(i int) *class { return m.classOf(nkl.Use(m.loop.Binds[i])) }
