package clusters

// Segmented reductions of what a filter keeps.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// ReduceSurvivors makes reductions of the elements that filters select in rows reductions of
// the rows, in which elements that are not selected give identities.
//
//	(let (kept ranks) (filter true n (thunk (i) x[i] p[i]))
//	(let (offs') (map m+1 (thunk (i) (if (lt i m) ranks[offs[i]] ranks[n])))
//	(let (r) (segreduce (add) ranks[n] (offs') (thunk (s i) kept[i]))
//	=>  (let (r) (segreduce (add) n (offs) (thunk (s i) (if p[i] x[i] 0)))
//
// So nothing is compacted, if only such reductions read what is kept. Where the
// ranks only say how many elements of a row are selected, that is a reduction, too,
// and there is no filter any more. [lcu §8: FILTER-REDUCE], by segments.
func ReduceSurvivors(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	num := c.Num()
	return opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		s := newSelectionReducer(c, num, e)
		if len(s.filters) == 0 {
			return e
		}
		if out := s.body(e); out != e {
			e = opt.Dead(opt.CSE(out))
			s = newSelectionReducer(c, num, e)
		}
		if out := s.counts(e); out != e {
			e = opt.Dead(opt.CSE(s.withCounts(out)))
		}
		return e
	})
}

// selectionReducer knows the code of a function: what host code and thunks define, and
// how often everything is used.
type selectionReducer struct {
	*pass.Ctx
	num     value.Num
	defs    map[*lcu.Var]lcu.Expr
	refs    map[*lcu.Var]int
	filters []*lcu.Let
	keptBy  map[*lcu.Var]*lcu.Let      // filters, by the arrays of what they keep
	counted map[*lcu.Let][]*lcu.Let    // of filters, what says how long these arrays are
	subs    []*lcu.Var                 // differences of two numbers
	thunks  map[*lcu.Let]*lcu.Thunk    // of reductions, by places among the selected elements
	mapped  map[*lcu.Var]*lcu.Let      // maps, by what they make
	maps    map[*lcu.Let][]*lcu.Let    // of reductions, the maps over their elements that are in their thunks
	later   map[*lcu.Var]bool          // what host code has yet to bind
	made    map[*lcu.Var]lcu.Expr      // numbers of selected elements, of which there are arrays
	cuts    map[*lcu.Var]lcu.Expr      // offsets by which n elements are cut, and n
	sides   map[*lcu.Var]partitionSide // what partitions make
	equal   [][2]*types.Size           // what checks say, of ints of the code that is visited
}

func newSelectionReducer(c *pass.Ctx, num value.Num, e lcu.Expr) *selectionReducer {
	s := &selectionReducer{Ctx: c, num: num, defs: map[*lcu.Var]lcu.Expr{}, refs: opt.Uses(e),
		subs: differences(e), thunks: map[*lcu.Let]*lcu.Thunk{}, mapped: map[*lcu.Var]*lcu.Let{}, maps: map[*lcu.Let][]*lcu.Let{}, later: map[*lcu.Var]bool{}, made: map[*lcu.Var]lcu.Expr{},
		cuts: map[*lcu.Var]lcu.Expr{}, sides: map[*lcu.Var]partitionSide{}, keptBy: map[*lcu.Var]*lcu.Let{}, counted: map[*lcu.Let][]*lcu.Let{}}
	ir.Walk(e, func(e lcu.Expr) bool {
		lcu.EachBind(e, func(v *lcu.Var) { s.later[v] = true })
		if let, ok := e.(*lcu.Let); ok {
			if len(let.Binds) == 1 {
				s.defs[let.Binds[0]] = let.Rhs
			}
			if f, ok := let.Rhs.(*lcu.Filter); ok && !lcu.HasCheck(f) {
				s.noteFilter(let)
			}
			if form := let.Rhs.Form(); form == lcu.FormMap || form == lcu.FormSegMap {
				for _, v := range let.Binds {
					s.mapped[v] = let
				}
			}
			s.noteLength(let)
			s.notePartitions(let)
		}
		return true
	})
	return s
}

// noteFilter notes a filter, which cannot fail.
func (s *selectionReducer) noteFilter(let *lcu.Let) {
	s.filters = append(s.filters, let)
	if !let.Rhs.(*lcu.Filter).Loose {
		for _, v := range let.Binds[:len(let.Binds)-1] {
			s.keptBy[v] = let
		}
	}
}

// noteLength notes the length of what a filter keeps, which is the last of its ranks.
func (s *selectionReducer) noteLength(let *lcu.Let) {
	l, ok := let.Rhs.(*lcu.Length)
	if !ok {
		return
	}
	if f := s.keptBy[l.Vec.(*lcu.Ref).Var]; f != nil {
		s.counted[f] = append(s.counted[f], let)
		s.defs[let.Binds[0]] = &lcu.At{Node: l.Node, Vec: lcu.Use(opt.PrefixCounts(f.Binds)), Idx: f.Rhs.(*lcu.Filter).N}
	}
}

// def is what an atom stands for, if a let says so.
func (s *selectionReducer) def(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok {
		return s.defs[r.Var]
	}
	return nil
}

// body rewrites host code, straight-line code at a time.
func (s *selectionReducer) body(e lcu.Expr) lcu.Expr {
	made := map[*lcu.Let]lcu.Expr{}
	filters := map[*lcu.Var]*lcu.Let{}
	over := map[*lcu.Let][]*lcu.Let{} // reductions of what a filter keeps
	s.equal = nil
	for x := e; x != nil; {
		check, ok := x.(*lcu.Check)
		if ok {
			s.noteEqual(check.Cond)
			x = check.Then
			continue
		}
		let, ok := x.(*lcu.Let)
		if !ok {
			break
		}
		x = let.Body
		s.noteCut(let.Rhs)
		switch rhs := let.Rhs.(type) {
		case *lcu.Filter:
			filters[let.Binds[len(let.Binds)-1]] = let
		case *lcu.SegReduce:
			if f := s.filterOf(rhs, filters); f != nil {
				s.thunks[let] = s.placed(s.withMaps(let), f)
				over[f] = append(over[f], let)
			}
		}
	}
	for _, f := range s.filters {
		if rs := over[f]; len(rs) > 0 && s.onlyReduced(f, rs) && s.Rewrite("reduce what "+f.Binds[0].Name+" keeps") {
			for _, r := range rs {
				s.Verdict(pass.Verdict{Of: opt.Places(f.Rhs), With: opt.Places(r.Rhs), Fused: true, Why: "what is kept of rows is reduced where it is"})
				made[r] = s.reduction(f, r)
			}
			for _, n := range s.counted[f] {
				made[n] = s.defs[n.Binds[0]]
			}
		}
	}
	return s.replaced(e, made)
}

// replaced is host code with other operations.
func (s *selectionReducer) replaced(e lcu.Expr, made map[*lcu.Let]lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		rest := s.body
		if _, check := e.(*lcu.Check); check {
			rest = func(e lcu.Expr) lcu.Expr { return s.replaced(e, made) }
		}
		return e.MapBodies(rest)
	}
	rhs := made[let]
	if rhs == nil {
		rhs = let.Rhs.MapBodies(s.body)
	}
	body := s.replaced(let.Body, made)
	if rhs == let.Rhs && body == let.Body {
		return e
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: body}
}

// placed is the thunk of r with its own index where it is computed from the
// number of the row: where its selected elements start, and the index among them.
func (s *selectionReducer) placed(r *lcu.SegReduce, f *lcu.Let) *lcu.Thunk {
	ranks := opt.PrefixCounts(f.Binds)
	rows := s.rowsOf(r, ranks, s.def(r.N).(*lcu.At).Idx)
	row, i := lcu.Use(r.T.Params[0]), lcu.Use(r.T.Params[1])
	env := map[*lcu.Var]lcu.Expr{}
	ir.Walk(lcu.Expr(r.T), func(e lcu.Expr) bool {
		let, ok := e.(*lcu.Let)
		if !ok {
			return true
		}
		if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.Add {
			from, ok1 := s.def(p.Args[0]).(*lcu.At)
			by, ok2 := s.def(p.Args[1]).(*lcu.Prim)
			if ok1 && ok2 && from.Vec.(*lcu.Ref).Var == ranks && s.starts(from.Idx, row, rows) &&
				by.Op.Code == prim.Sub && lcu.SameAtom(by.Args[0], i) && s.starts(by.Args[1], row, r.Segs) {
				env[let.Binds[0]] = i
			}
		}
		return true
	})
	if len(env) == 0 {
		return r.T
	}
	var replace func(e lcu.Expr) lcu.Expr
	replace = func(e lcu.Expr) lcu.Expr {
		if u, ok := e.(*lcu.Ref); ok && env[u.Var] != nil {
			return env[u.Var]
		}
		return e.MapChildren(replace)
	}
	return opt.Dead(replace(r.T)).(*lcu.Thunk)
}

// onlyValue is the one result of straight-line code, or nil.
func onlyValue(e lcu.Expr) lcu.Expr {
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		e = let.Body
	}
	if ret, ok := e.(*lcu.Ret); ok && len(ret.Vals) == 1 {
		return ret.Vals[0]
	}
	return nil
}

func isRead(e *lcu.At, v *lcu.Var, idx lcu.Expr) bool {
	return e.Vec.(*lcu.Ref).Var == v && lcu.SameAtom(e.Idx, idx)
}
