package nested

// Filters of which little is asked.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// SearchFilters finds the first or the last element that a filter under a map or in a loop keeps, where nothing
// else is asked than that, and how many are kept. So nothing is kept, and to find is a reduction.
//
//	(let kept (prim pack (xs flags)) (let n (prim length (kept)) .. (prim elt (kept 0)) ..))
//	=> (let places (each (flag i) (flags is) (prim select (flag i all)))
//	   (let first (prim min_val (places))
//	   (let kept (prim pack (xs flags)) (let n (prim length (kept)) .. (prim elt (xs first)) ..))))
//
// The same holds for what a map makes of each element that is kept, if that cannot fail. Where nothing
// is kept, first is the number of all elements, which is no place, as 0 is none in kept; the last one is
// -1 then. The identity of the reduction would be as good, but C compilers make a branch of that, and no
// vectors. The filter goes over sequences that all elements of the map have: of all together it would
// store more than is there. Rows of a sequence are filtered. In a loop of the host, the filter may go over anything.
func SearchFilters(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	s := &filterSearch{c: c, effects: anf.NewEffects(anf.NewCallGraph(m))}
	return anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		s.defs, s.depth, s.kept = map[*nkl.Var]nkl.Expr{}, map[*nkl.Var]int{}, map[*nkl.Var]*selected{}
		depth := 0
		if lifted {
			depth = 1
		}
		s.loop = false
		s.note(body, depth)
		s.settle()
		return s.block(body, places{})
	})
}

// A filterSearch goes through a function.
type filterSearch struct {
	c       *pass.Ctx
	effects *anf.Effects
	defs    map[*nkl.Var]nkl.Expr
	depth   map[*nkl.Var]int // of the maps around the binding of variables
	loop    bool             // the code at hand is in a loop
	kept    map[*nkl.Var]*selected
	ends    map[*nkl.Var][2]bool // of all selected elements of the flags
}

// A selected is the elements that a filter keeps, or what a map makes of them.
type selected struct {
	flags *nkl.Var
	other int        // uses that are none of the following
	ends  [2]bool    // the first, the last of them is asked for
	made  []*nkl.Var // what maps make of them
}

// places are where the first and the last element are that flags keep, as far as they are asked for.
type places map[*nkl.Var][2]nkl.Expr

// note finds the selected elements in e, which is executed under so many maps, and how they are used.
func (s *filterSearch) note(e nkl.Expr, depth int) {
	nkl.EachBind(e, func(v *nkl.Var) { s.depth[v] = depth })
	switch e := e.(type) {
	case *nkl.Let:
		s.defs[e.Bind] = e.Rhs
		s.selects(e.Bind, e.Rhs, depth)
	case *nkl.Ref:
		if of := s.kept[e.Var]; of != nil {
			of.other++
		}
	case *nkl.Prim:
		s.asks(e)
	case *nkl.Each:
		depth++
		for _, v := range e.Binds {
			s.depth[v] = depth
		}
	case *nkl.Loop:
		defer func(outer bool) { s.loop = outer }(s.loop)
		s.loop = true
	}
	e.Children(func(_ int, c nkl.Expr) { s.note(c, depth) })
}

// selects notes that v is selected elements, if code, which is executed under so many maps, makes such.
func (s *filterSearch) selects(v *nkl.Var, code nkl.Expr, depth int) {
	switch x := code.(type) {
	case *nkl.Prim:
		if x.Op.Code != prim.Pack || depth == 0 && !s.loop {
			return
		}
		if flags, ok := x.Args[1].(*nkl.Ref); ok && (depth == 0 || s.shared(flags.Var, depth)) {
			s.kept[v] = &selected{flags: flags.Var}
		}
	case *nkl.Each:
		of := s.of(x.Seqs[0])
		if of == nil || slices.ContainsFunc(x.Seqs, s.others(of.flags)) || !s.effects.Droppable(x.Body) {
			return
		}
		s.kept[v] = &selected{flags: of.flags}
		for _, seq := range x.Seqs {
			o := s.of(seq)
			o.other, o.made = o.other-1, append(o.made, v)
		}
	}
}

// shared reports whether flags are made of sequences from outside of the map at hand, and of indices.
func (s *filterSearch) shared(flags *nkl.Var, depth int) bool {
	made, ok := s.defs[flags].(*nkl.Each)
	return ok && !slices.ContainsFunc(made.Seqs, func(e nkl.Expr) bool {
		r, ok := e.(*nkl.Ref)
		return !ok || s.depth[r.Var] >= depth && !anf.IsOp(s.defs[r.Var], prim.Index)
	})
}

// of is the selected elements that an atom is, or nil.
func (s *filterSearch) of(e nkl.Expr) *selected {
	if r, ok := e.(*nkl.Ref); ok {
		return s.kept[r.Var]
	}
	return nil
}

// others reports whether an atom is other than what flags keep, or what is made of that.
func (s *filterSearch) others(flags *nkl.Var) func(nkl.Expr) bool {
	return func(e nkl.Expr) bool {
		of := s.of(e)
		return of == nil || of.flags != flags
	}
}

// asks notes what p asks of selected elements.
func (s *filterSearch) asks(p *nkl.Prim) {
	of, end := s.asked(p)
	switch {
	case of == nil:
	case p.Op.Code == prim.Length:
		of.other--
	case end >= 0:
		of.other--
		of.ends[end] = true
	}
}

// asked is the selected elements of which p asks how many they are, or for an element: the first one, if
// end is 0, the last one, if it is 1, or another.
func (s *filterSearch) asked(p *nkl.Prim) (of *selected, end int) {
	switch p.Op.Code {
	case prim.Length:
		return s.of(p.Args[0]), -1
	case prim.Elt:
		if of = s.of(p.Args[0]); of != nil {
			return of, s.end(of, p.Args[1])
		}
	}
	return nil, -1
}

// end is 0 if i is the place of the first of selected elements, 1 if it is that of the last, else -1.
func (s *filterSearch) end(of *selected, i nkl.Expr) int {
	if anf.IsInt(i, 0) {
		return 0
	}
	if r, ok := i.(*nkl.Ref); ok && anf.IsOp(s.defs[r.Var], prim.Sub) {
		if d := s.defs[r.Var].(*nkl.Prim); anf.IsInt(d.Args[1], 1) && s.counts(of, d.Args[0]) {
			return 1
		}
	}
	return -1
}

// counts reports whether n is how many selected elements there are.
func (s *filterSearch) counts(of *selected, n nkl.Expr) bool {
	r, ok := n.(*nkl.Ref)
	return ok && anf.IsOp(s.defs[r.Var], prim.Length) && !s.others(of.flags)(s.defs[r.Var].(*nkl.Prim).Args[0])
}

// settle drops selected elements that are used otherwise, or of which or into which such are made.
func (s *filterSearch) settle() {
	for changed := true; changed; {
		changed = false
		for v, x := range s.kept {
			made, isMap := s.defs[v].(*nkl.Each)
			if x.other > 0 || isMap && slices.ContainsFunc(made.Seqs, s.others(x.flags)) ||
				slices.ContainsFunc(x.made, func(w *nkl.Var) bool { return s.kept[w] == nil }) {
				delete(s.kept, v)
				changed = true
			}
		}
	}
	s.ends = map[*nkl.Var][2]bool{}
	for _, x := range s.kept {
		ends := s.ends[x.flags]
		s.ends[x.flags] = [2]bool{ends[0] || x.ends[0], ends[1] || x.ends[1]}
	}
}

// block rewrites a block: the body of a function, of a map or of a loop, or a branch.
func (s *filterSearch) block(e nkl.Expr, at places) nkl.Expr {
	var b anf.Block
	at = maps.Clone(at)
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if of := s.kept[x.Bind]; of != nil && s.search(&b, of.flags, x.Rhs.Pos(), at) && x.Rhs.Form() == nkl.FormEach {
				s.c.Count("maps of selected elements left out", 1)
			} else {
				b.Again(x, x.Bind, s.code(&b, x.Rhs, at))
			}
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return b.In(s.code(&b, e, at))
		}
	}
}

// search adds to b what finds the places of elements that flags keep, and to at these, if some are asked
// for. It reports whether they are found.
func (s *filterSearch) search(b *anf.Block, flags *nkl.Var, pos ir.Pos, at places) bool {
	ends, found := s.ends[flags], at[flags] != [2]nkl.Expr{}
	if found || ends == [2]bool{} || !s.c.Rewrite("search what "+flags.Name+" keep") {
		return found
	}
	s.c.Count("filters searched", 1)
	n := b.Name("n", types.Int, anf.OpAt(pos, prim.Length, nkl.Use(flags)))
	is := b.Name("is", types.Seq(types.Int), anf.OpAt(pos, prim.Index, n))
	end := func(k int, name string, reduction prim.Code, none nkl.Expr) nkl.Expr {
		if !ends[k] {
			return nil
		}
		flag, i := types.NewVar("flag", types.Bool), types.NewVar("i", types.Int)
		places := b.Name("places", types.Seq(types.Int), &nkl.Each{Node: ir.At(pos), Binds: []*nkl.Var{flag, i}, Seqs: []nkl.Expr{nkl.Use(flags), is},
			Body: anf.OpAt(pos, prim.Select, nkl.Use(flag), nkl.Use(i), none)})
		return b.Name(name, types.Int, anf.OpAt(pos, reduction, places))
	}
	at[flags] = [2]nkl.Expr{end(0, "first", prim.MinVal, n), end(1, "last", prim.MaxVal, anf.Integer(-1))}
	return true
}

// code rewrites a right-hand side; it may add steps to b.
func (s *filterSearch) code(b *anf.Block, e nkl.Expr, at places) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok {
		return e.MapBodies(func(e nkl.Expr) nkl.Expr { return s.block(e, at) })
	}
	of, end := s.asked(p)
	switch {
	case of == nil || at[of.flags] == [2]nkl.Expr{}:
		return e
	case end >= 0:
		return s.element(b, p.Pos(), p.Args[0], at[of.flags][end], at)
	}
	counted := p.Args[0]
	for { // what the maps go over
		x, isMap := s.defs[counted.(*nkl.Ref).Var].(*nkl.Each)
		if !isMap {
			return anf.OpAt(p.Pos(), prim.Length, counted)
		}
		counted = x.Seqs[0]
	}
}

// element is element i of what a filter goes over, or what maps make of that; of is elements that it keeps.
func (s *filterSearch) element(b *anf.Block, pos ir.Pos, of, i nkl.Expr, at places) nkl.Expr {
	switch d := s.defs[of.(*nkl.Ref).Var].(type) {
	case *nkl.Prim:
		return anf.OpAt(pos, prim.Elt, d.Args[0], i)
	case *nkl.Each:
		env := map[*nkl.Var]nkl.Expr{}
		for k, v := range d.Binds {
			env[v] = b.Name(v.Name, v.Type, s.element(b, pos, d.Seqs[k], i, at))
		}
		return b.Take(nkl.CopyWith(s.block(d.Body, at), env))
	}
	panic("nested: elements that no filter has kept")
}
