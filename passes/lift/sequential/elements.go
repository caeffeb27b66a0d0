package sequential

// Elements of sequences that are computed where they are needed, in scalar code, so the sequences are not made.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
)

// maxInlineElement is the most nodes of a map whose elements are computed where they
// are needed.
const maxInlineElement = 80

// generate binds the variables of e to elements i, an atom, of its sequences, which exist.
func (s *sequentialiser) generate(b *anf.Block, e *nkl.Each, i nkl.Expr) {
	for k, v := range e.Binds {
		var x nkl.Expr = nkl.Op(ir.Pos{}, prim.Elt, e.Seqs[k], i)
		switch d := s.defs[e.Seqs[k].(*nkl.Ref).Var].(type) {
		case *nkl.Prim:
			if d.Op.Code == prim.Index {
				x = i
			}
		case *nkl.Seq:
			if known, ok := i.(*nkl.Int); ok {
				x = d.Elems[known.Val]
			} else if fewScalars(d) {
				x = anf.Choose(d.Elems, i.(*nkl.Ref).Var)
			}
		case *nkl.Str:
			if known, ok := i.(*nkl.Int); ok {
				x = &nkl.Char{Val: d.Val[known.Val]}
			}
		case *nkl.Each:
			if s.inlined(d) {
				d = nkl.Freshen(d).(*nkl.Each)
				s.generate(b, d, i)
				x = d.Body
			}
		}
		b.Let(v, b.Take(x))
	}
}

// maxChoice is the most elements of a literal that code chooses among.
const maxChoice = 4

// fewScalars reports whether choosing among the elements of a literal is little code.
func fewScalars(e *nkl.Seq) bool {
	return 0 < len(e.Elems) && len(e.Elems) <= maxChoice && e.Elem.IsScalar()
}

// before is the steps of the rows of a map, but for sequences that are inlined.
func (s *sequentialiser) before(rows *nkl.Each) (b anf.Block) {
	b.Take(rows.Body)
	steps := b.Steps
	b.Steps = nil
	for _, step := range steps {
		if step.Bind == nil || !s.inlined(step.Expr) {
			b.Steps = append(b.Steps, step)
		}
	}
	return b
}

// inlined reports whether e is indices, a few scalars, or a map, whose elements are computed where they are needed.
func (s *sequentialiser) inlined(e nkl.Expr) bool {
	if few, ok := e.(*nkl.Seq); ok {
		return fewScalars(few)
	}
	each, ok := e.(*nkl.Each)
	if !ok {
		return anf.IsOp(e, prim.Index)
	}
	n := s.Size(each.Body, true)
	return n >= 0 && n <= maxInlineElement && !ir.Any(each.Body, anf.IsCheck)
}

// element is element k of a sequence of known length, nil if it is no scalar code.
func (s *sequentialiser) element(of *nkl.Ref, k int64) nkl.Expr {
	def := s.defs[of.Var]
	if rows, row := s.flattened(def); rows != nil {
		b := s.before(rows)
		s.done[rows] = true
		n := s.few(row)
		return s.at(rows, k/n, b.In(s.at(row, k%n, row.Body)))
	}
	switch d := def.(type) {
	case *nkl.Seq:
		return d.Elems[k]
	case *nkl.Each:
		if s.OK(d.Body) {
			s.done[d] = true
			return s.at(d, k, d.Body)
		}
		return nil
	}
	return nkl.Op(of.P, prim.Elt, of, anf.Integer(k))
}

// at is body for element k of what e goes through.
func (s *sequentialiser) at(e *nkl.Each, k int64, body nkl.Expr) nkl.Expr {
	var b anf.Block
	s.generate(&b, e, anf.Integer(k))
	return b.In(body)
}
