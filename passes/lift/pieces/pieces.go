// Package pieces writes rows that maps put together of pieces.
package pieces

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// Limits of rows that are written: nodes of the code of an element, elements of a literal, pieces in all ways
// together, and calls in each other. A row of fewer than leastPieces is written if there is a choice among them.
const (
	mostElement = 200
	mostLiteral = 64
	leastPieces = 3
	mostPieces  = 64
	mostCalls   = 4
)

// Write makes update blocks of rows that a map appends of pieces, some of which scalar code computes: how long a
// row is, is scalar code; so rows stand one behind another, and each is written piece by piece. No piece is stored,
// and none is carried out of a conditional. Rows longer than growing.MostSerial are not written so: where some are,
// all are made as before.
//
//	(let a (each (k) (is) e) (if c (append a s) t))
//	=> (let n (if c (#is + #s) #t) (let none (dist 0 n) (let row (update (r) (none) ..)
//	   (let some (anywhere (n > 1024)) (if some (each (_ x) (row (.. (if c (append a s) t))) x) row)))))
//
// Only where a group is one work-item: others would write side by side what lies apart.
func Write(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if !c.Desc().Serial() {
		return m
	}
	w := &writer{Code: scalars.Of(m), c: c, typer: anf.NewErasedTyper(m), effects: anf.NewEffects(anf.NewCallGraph(m))}
	return anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		w.literals = map[*nkl.Var]nkl.Expr{}
		if lifted {
			return w.element(body)
		}
		return w.walk(body)
	})
}

type writer struct {
	*scalars.Code
	c        *pass.Ctx
	typer    *anf.Typer
	effects  *anf.Effects
	literals map[*nkl.Var]nkl.Expr // sequences of literals around the code at hand
}

// walk rewrites the maps in e, which is not under one.
func (w *writer) walk(e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Let:
		w.note(x)
	case *nkl.Each:
		if body := w.element(x.Body); body != x.Body {
			y := *x
			y.Body = body
			return &y
		}
		return x
	}
	return e.MapChildren(w.walk)
}

func (w *writer) note(l *nkl.Let) {
	if isLiteral(l.Rhs) {
		w.literals[l.Bind] = l.Rhs
	}
}

// isLiteral reports whether e is a sequence of atoms.
func isLiteral(e nkl.Expr) bool { return e.Form() == nkl.FormStr || e.Form() == nkl.FormSeq }

// element rewrites what is done for an element of a map.
func (w *writer) element(e nkl.Expr) nkl.Expr {
	x := &element{writer: w, defs: map[*nkl.Var]nkl.Expr{}, known: map[nkl.Expr]bool{}, gone: map[*nkl.Var]bool{}, lengths: map[*nkl.Var]nkl.Expr{}}
	out := x.block(e)
	if len(x.gone) == 0 {
		return out
	}
	return x.without(out)
}

// An element is the code for one element of a map.
type element struct {
	*writer
	path  []*nkl.Let            // what is bound in front of the code at hand
	defs  map[*nkl.Var]nkl.Expr // of sequences of scalars
	known map[nkl.Expr]bool     // whether conditionals and calls consist of pieces
	gone  map[*nkl.Var]bool     // sequences that are written in place of what is made of them
	// lengths are those of sequences whose elements may fail: they are known where these are bound. A map
	// has as many elements as what it goes through.
	lengths map[*nkl.Var]nkl.Expr
}

// block rewrites a block.
func (x *element) block(e nkl.Expr) nkl.Expr {
	var b anf.Block
	height := len(x.path)
	defer func() { x.path = x.path[:height] }()
	for {
		switch l := e.(type) {
		case *nkl.Let:
			if rowType(l.Bind.Type) && isPiece(l.Bind, l.Body) {
				b.Again(l, l.Bind, l.Rhs)
			} else {
				b.Again(l, l.Bind, x.code(&b, l.Rhs, l.Bind.Type))
			}
			x.note(l)
			x.path = append(x.path, l)
			if rowType(l.Bind.Type) {
				x.defs[l.Bind] = l.Rhs
			}
			e = l.Body
		case *nkl.Check:
			b.CheckAgain(l, l.Cond)
			e = l.Then
		default:
			return b.In(x.code(&b, e, x.typer.Of(e)))
		}
	}
}

// isPiece reports whether v is used in e, and only for what is put together of pieces.
func isPiece(v *nkl.Var, e nkl.Expr) bool {
	pieces := 0
	ir.Walk(e, func(e nkl.Expr) bool {
		if e.Form() == nkl.FormSeq || anf.IsOp(e, prim.Append) {
			e.Children(func(_ int, c nkl.Expr) {
				if nkl.VarOf(c) == v {
					pieces++
				}
			})
		}
		return true
	})
	return pieces > 0 && pieces == anf.Uses(v, e)
}

// code rewrites e, a right-hand side or what a block ends with, of type t.
func (x *element) code(b *anf.Block, e nkl.Expr, t *types.Type) nkl.Expr {
	switch e := e.(type) {
	case *nkl.If, *nkl.Prim, *nkl.Call:
		if r := x.row(e, t); r != nil && x.c.Rewrite("write rows piece by piece") {
			x.c.Count("rows written", 1)
			return r.write(b)
		}
	case *nkl.Each:
		return x.walk(e)
	case *nkl.Loop:
		return e
	}
	return e.MapBodies(x.block)
}

func rowType(t *types.Type) bool { return t.Kind == types.KSeq && t.Elem().IsBase() }

// without is e without the sequences that are gone and not used any more, and the indices that they alone
// needed. What could fail of their elements still does.
func (x *element) without(e nkl.Expr) nkl.Expr {
	l, ok := e.(*nkl.Let)
	if !ok {
		return e.MapBodies(x.without)
	}
	body := x.without(l.Body)
	var b anf.Block
	n := x.lengths[l.Bind]
	if (x.gone[l.Bind] || anf.IsOp(l.Rhs, prim.Index)) && !slices.Contains(nkl.FreeVars(body), l.Bind) {
		if is := x.of(l.Bind.Type).failing(&b, l); n != nil {
			b.Let(nkl.VarOf(n), is)
		}
		return b.In(body)
	}
	if n != nil {
		b.Let(nkl.VarOf(n), anf.Op(prim.Length, nkl.Use(l.Bind)))
	}
	return anf.Splice(&nkl.Let{Node: l.Node, Bind: l.Bind, Rhs: l.Rhs.MapBodies(x.without), Body: b.In(body)})
}

// closed is e with what it needs of what is bound in front of it, as far as own says that it may have that of its own.
func (x *element) closed(e nkl.Expr, own func(l *nkl.Let) bool) nkl.Expr {
	needed := map[*nkl.Var]bool{}
	need := func(e nkl.Expr) {
		for _, v := range nkl.FreeVars(e) {
			needed[v] = true
		}
	}
	need(e)
	for k := len(x.path) - 1; k >= 0; k-- {
		if l := x.path[k]; needed[l.Bind] && own(l) {
			e = &nkl.Let{Node: l.Node, Bind: l.Bind, Rhs: l.Rhs, Body: e}
			need(l.Rhs)
		}
	}
	return nkl.Freshen(e)
}

// isScalar reports whether a step is little scalar code that cannot fail.
func (x *element) isScalar(l *nkl.Let) bool {
	n := x.Size(l.Rhs, true)
	return l.Bind.Type.IsScalar() && 0 <= n && n <= mostElement && !ir.Any(l.Rhs, anf.IsCheck)
}
