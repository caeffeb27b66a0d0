// Package updates makes update blocks: loops of scalar code that one work-item runs, and that replace
// elements of sequences in place. Recursive functions become such loops, too.
//
//	looprecursions.go, threadrecursions.go  recursions as loops
//	formupdates.go                          what becomes a block, in which ways
//	growingblock.go, appends.go             loops whose sequences grow
//	blockcode.go                            the code that blocks may have
//	linear.go, early.go, late.go            sequences are used linearly, and steps are ordered so that they are
//	loopexits.go, leaving.go                what follows a block, and steps that the host does
package updates

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/rows"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/steps"
	"nessiec/passes/lift/tables"
	"nessiec/passes/lift/vectors"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// FormUpdates makes update blocks of loops that are scalar code but for replacing
// elements of sequences one by one: one work-item runs such a loop, and writes in
// place. On the host, loops that only read elements are blocks, too: it would wait for
// each of them.
//
//	(loop (a i) (xs 0) (if .. a (let is (seq (i)) (let vs (seq (v)) (let b (write a is vs) (recur b ..))))))
//	=> (update (s) (xs) (loop (a i) (s 0) (if .. a (let b (put a i v) (recur b ..)))))
//
// A loop that appends to sequences or drops elements of them is a block in a loop that makes
// room (package growing). Rows are parts of one sequence, or buckets in one (package tables). What a step
// reduces, filters or writes becomes a loop where it has few elements when the program runs (package rows, versions.go). So does, under
// a map, what a step makes of short sequences that have as many elements in all steps (package vectors).
//
// A loop with a branch that is none of this is a block up to the step that takes the branch, which the host does (leaving.go).
//
// Calls in such a loop are inlined, and the parts of tuples with sequences are variables. Sequences that it replaces elements of must be
// used linearly: nothing reads what they were before (linear.go). So an element is
// replaced behind the reads of the sequence before it, where these need nothing of
// what comes of it, and what a step reads of it behind a loop that replaces elements is read before that (early.go).
func FormUpdates(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	u := newUpdates(c, m)
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		return f.MapBodies(func(e nkl.Expr) nkl.Expr { return u.form(e, !under[f.Name]) })
	})
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

type updates struct {
	*scalars.Code
	ctx     *pass.Ctx
	num     value.Num
	assumed *assumptions // of the loop at hand, or nil
	sigs    *nkl.Sigs
	scalar  *blockCode // of update blocks
	growing *blockCode // of those whose sequences grow
	vectors *blockCode // of those whose steps make whole sequences

	literals map[*nkl.Var]*nkl.Seq // sequences whose elements are written out

	serial   bool // groups are one work-item
	rowsStay bool // code at hand is right only if the lengths of rows stay: no buckets
}

func newUpdates(c *pass.Ctx, m *nkl.Module) *updates {
	u := &updates{Code: scalars.Of(m), ctx: c, literals: map[*nkl.Var]*nkl.Seq{}, num: c.Num(), serial: c.Desc().Serial(), sigs: m.Sigs(), scalar: inBlocks(maxPlaces, prim.Elt, prim.Length, prim.Write)}
	u.growing = inBlocks(maxAppended, prim.Elt, prim.Length, prim.Write, prim.Append, prim.Get, prim.Index, prim.Pack, prim.Dist)
	u.growing.ops = slices.AppendSeq(u.growing.ops, maps.Keys(anf.Combining))
	u.vectors = inBlocks(maxAppended, append(slices.Clone(u.growing.ops), prim.PlusScan, prim.MultScan, prim.MaxScan, prim.MinScan, prim.AndScan, prim.OrScan, prim.XorScan)...)
	u.growing.sequences, u.vectors.sequences = true, true
	m.EachBody(func(e nkl.Expr) { findLiterals(e, u.literals) })
	return u
}

// form makes update blocks of the outermost loops of e that may be some.
func (u *updates) form(e nkl.Expr, host bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Update:
		return e
	case *nkl.Each, *nkl.Fold:
		host = false
	case *nkl.Loop:
		if b := u.version(e, host); b != nil {
			return b
		}
		if b := u.leaving(e, host); b != nil {
			return b
		}
	}
	e = e.MapChildren(func(e nkl.Expr) nkl.Expr { return u.form(e, host) })
	if let, ok := e.(*nkl.Let); ok {
		return anf.Splice(let) // a block that makes tables has steps before it
	}
	return e
}

// blockOf is the update block that a loop becomes, with what is around it, or nil.
func (u *updates) blockOf(l *nkl.Loop, host bool) nkl.Expr {
	l = anf.LoopInvariants(l)
	if b := u.written(l, host); b != nil {
		return b
	}
	var before anf.Block
	if parts := anf.LoopParts(&before, l); parts != nil {
		if b := u.blockOf(parts, host); b != nil {
			return before.In(b)
		}
	}
	if b := u.reading(l, host); b != nil {
		return b
	}
	b := u.exitsBehind(l, host, func(l *nkl.Loop) nkl.Expr {
		if b := u.written(l, host); b != nil {
			return b
		}
		return u.reading(l, host)
	})
	if sunk := sinking(l); b == nil && sunk != l {
		return u.blockOf(sunk, host)
	}
	return b
}

// reading is the update block of a loop of the host that only reads elements, or nil. Under maps it is a loop of scalar code, which goes
// through rows that are short.
func (u *updates) reading(l *nkl.Loop, host bool) nkl.Expr {
	if !host {
		return u.throughRows(l)
	}
	if l = u.textLoops(l); u.OK(l) {
		if inner := u.Inline(l); scalars.ReadsElements(inner) {
			return &nkl.Update{Node: l.Node, Body: nkl.Freshen(inner)}
		}
	}
	return nil
}

// throughRows is a loop under a map as scalar code, which goes through sequences from outside that are short, or nil.
func (u *updates) throughRows(l *nkl.Loop) nkl.Expr {
	if some, plain := u.carries(l); some || !plain || u.assumed == nil || u.nodes(l.Body, u.growing) < 0 {
		return nil
	}
	m, forget := u.folded(u.Inline(l).(*nkl.Loop)), u.assumed.mark()
	if s := rows.OnlySerial(u.Code, u.num, m, u.assume(m)); s != m && u.OK(s) {
		return nkl.Freshen(s)
	}
	forget()
	return nil
}

// written is the update block of a loop, with what makes tables or buffers around it, or nil.
func (u *updates) written(l *nkl.Loop, host bool) nkl.Expr {
	if b, states := u.block(l); b != nil {
		if host || !u.serial {
			return b
		}
		return onScratch(b, states)
	}
	if b := u.growingBlock(l, host, readsScalars(l)); b != nil {
		return b
	}
	if b := u.tableBlock(l, host, false); b != nil {
		return b
	}
	if b := u.columnBlock(l, host); b != nil {
		return b
	}
	if b := u.tableBlock(l, host, true); b != nil {
		return b
	}
	if m := u.textLoops(l); host && m != l {
		return u.written(m, host)
	}
	return u.vectorBlock(l, host)
}

// vectorBlock is the update block of a loop whose steps make whole sequences, or nil. On the host, it is for steps that
// have to do with single elements, too.
func (u *updates) vectorBlock(l *nkl.Loop, host bool) nkl.Expr {
	if host && !byElement(l.Body) {
		return nil
	}
	if some, plain := u.carries(l); !some || !plain || u.assumed == nil || u.nodes(l.Body, u.vectors) < 0 {
		return nil
	}
	v := vectors.Serial(u.Code, u.num, u.Inline(l).(*nkl.Loop), u.assumed.outside)
	if v == nil {
		return nil
	}
	b, states := u.block(v.Inner)
	if b == nil {
		return nil
	}
	u.assumed.vectors = v
	if u.serial && !host {
		b = private(b, func(k int) (n nkl.Expr, ok bool) {
			n, ok = v.FirstLength(k)
			return n, ok && !states.returned[k]
		})
	}
	return nkl.Freshen(v.Around(b))
}

// tableBlock is the update block of a loop that carries tables, with what makes them around
// it, or nil. Other sequences that it carries may grow, and so may tables if grows holds. Then the block goes through
// rows of any length, where a group is one work-item: they begin short, and to leave it would copy the table.
func (u *updates) tableBlock(l *nkl.Loop, host, grows bool) nkl.Expr {
	if !tables.Carries(l) || grows && u.rowsStay || u.nodes(l.Body, u.growing) < 0 {
		return nil
	}
	inlined := tables.Apart(u.Inline(l).(*nkl.Loop))
	var t *tables.Loop
	if grows {
		if host && u.serial && byElement(inlined.Body) {
			inlined = rows.Serial(u.Code, u.num, u.textLoops(inlined), func(*nkl.Var) bool { return true })
		}
		t = tables.Growing(inlined, positionOf(l))
	} else {
		t = tables.Of(inlined, positionOf(l), growing.Changes(u.sigs, inlined), u.rowsStay)
	}
	if t == nil {
		return nil
	}
	if b := u.written(t.Inner, host); b != nil {
		return t.Around(u.sigs, b)
	}
	return nil
}

// positionOf is where the first operation of a loop is in the program.
func positionOf(l *nkl.Loop) (pos ir.Pos) {
	ir.Walk(nkl.Expr(l), func(e nkl.Expr) bool {
		if !pos.IsValid() {
			pos = e.Pos()
		}
		return !pos.IsValid()
	})
	return pos
}

// block is the update block of a loop, or nil, and what is known of its states.
func (u *updates) block(l *nkl.Loop) (*nkl.Update, *states) {
	if some, plain := u.carries(l); !some || !plain || u.nodes(l.Body, u.scalar) < 0 {
		return nil, nil
	}
	out := &nkl.Update{Node: l.Node}
	inner := *l
	inner.Inits = append([]nkl.Expr(nil), l.Inits...)
	for i, v := range l.Binds {
		if v.Type.Kind == types.KSeq {
			s := types.NewVar(v.Name, v.Type)
			out.Binds, out.Inits, inner.Inits[i] = append(out.Binds, s), append(out.Inits, l.Inits[i]), nkl.Use(s)
		}
	}
	out.Body = nkl.Freshen(late(u.putting(u.Inline(&inner))))
	if states, ok := linear(out); ok {
		return out, states
	}
	return nil, nil
}

// carries reports whether the variables of a loop are scalars and sequences of
// scalars, and whether there are some of these.
func (u *updates) carries(l *nkl.Loop) (some, plain bool) {
	for _, v := range l.Binds {
		if v.Type.Kind == types.KSeq && v.Type.Elem().IsScalar() {
			some = true
		} else if !v.Type.IsScalar() {
			return some, false
		}
	}
	return some, true
}

// maxPlaces is the most elements that a write in an update block may replace, maxAppended
// the most of a literal that it may append.
const maxPlaces, maxAppended = 4, 16

// putting replaces writes of a few elements, literals of the code or around it, by Put, one after the other as the last
// of several at one place stays, and drops the literals that are not used any more.
func (u *updates) putting(e nkl.Expr) nkl.Expr {
	literal := u.literalIn(e)
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		switch x := e.(type) {
		case *nkl.Let:
			_, isLiteral := x.Rhs.(*nkl.Seq)
			out := x.MapChildren(walk).(*nkl.Let)
			if isLiteral && !slices.Contains(nkl.FreeVars(out.Body), x.Bind) {
				return out.Body
			}
			return anf.Splice(out)
		case *nkl.Prim:
			if x.Op.Code == prim.Write {
				if is, vs := literal(x.Args[1]), literal(x.Args[2]); is != nil && vs != nil && len(is.Elems) == len(vs.Elems) {
					return puts(x, is.Elems, vs.Elems)
				}
			}
		}
		return e.MapChildren(walk)
	}
	return walk(e)
}

// literalIn is, for variables of e and around it, the sequence with elements that are written out, or nil.
func (u *updates) literalIn(e nkl.Expr) func(e nkl.Expr) *nkl.Seq {
	here := map[*nkl.Var]*nkl.Seq{}
	findLiterals(e, here)
	return func(e nkl.Expr) *nkl.Seq {
		if s := here[nkl.VarOf(e)]; s != nil {
			return s
		}
		return u.literals[nkl.VarOf(e)]
	}
}

// findLiterals notes the variables that e binds to sequences whose elements are written out.
func findLiterals(e nkl.Expr, literals map[*nkl.Var]*nkl.Seq) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if let, ok := e.(*nkl.Let); ok {
			if s, ok := let.Rhs.(*nkl.Seq); ok {
				literals[let.Bind] = s
			}
		}
		return true
	})
}

// puts is the write x of these elements to these places.
func puts(x *nkl.Prim, places, vals []nkl.Expr) nkl.Expr {
	seq, n := x.Args[0], len(places)
	if n == 0 {
		return seq
	}
	var all []steps.Step
	for i := range n - 1 {
		v := types.NewVar("put", seq.(*nkl.Ref).Var.Type)
		all = append(all, steps.Step{Bind: v, Expr: &nkl.Put{Node: ir.At(x.Pos()), Seq: seq, Idx: places[i], Val: vals[i]}})
		seq = nkl.Use(v)
	}
	return steps.Join(all, &nkl.Put{Node: ir.At(x.Pos()), Seq: seq, Idx: places[n-1], Val: vals[n-1]})
}
