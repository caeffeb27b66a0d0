package updates

// Exits of loops that are no scalar code: they stand behind the loop.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// exitsBehind is the update block of a loop that only its exits keep from being one, or nil:
// what they compute follows the block, which yields by which exit it has ended, if there are
// several, and what they are computed from. inside makes the block of the loop that is left.
//
//	(loop (a i) (xs 0) (if c (sum a) (if d (sort a) (recur b j))))
//	=> (let x (update .. (loop (a i) (xs 0) (if c (tuple 0 a) (if d (tuple 1 a) (recur b j)))))
//	     (if (== x.0 0) (sum x.1) (sort x.1)))
func (u *updates) exitsBehind(l *nkl.Loop, host bool, inside func(l *nkl.Loop) nkl.Expr) nkl.Expr {
	x := &exits{inside: nkl.BoundVars(l), again: map[*nkl.Var]*nkl.Let{}, left: map[nkl.Expr]nkl.Expr{}}
	x.find(l.Body, l.Binds)
	if !slices.ContainsFunc(x.all, func(e exit) bool { return !nkl.IsAtom(e.code) }) || !x.leave() {
		return nil
	}
	block := inside(&nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: anf.Ending(l.Body, func(e nkl.Expr) nkl.Expr { return x.left[e] })})
	if block == nil {
		return nil
	}
	var b anf.Block
	env := x.entered(&b, b.Take(block))
	behind := func(k int) nkl.Expr { return u.form(nkl.Replace(nkl.Freshen(x.all[k].code), env), host) }
	return b.In(anf.Chosen(ir.Pos{}, env[x.which], len(x.all), behind))
}

// exits are where a loop ends.
type exits struct {
	inside map[*nkl.Var]bool     // variables of the loop
	again  map[*nkl.Var]*nkl.Let // those of them that are made again behind the loop
	all    []exit
	vars   []*nkl.Var            // of the loop that they need
	which  *nkl.Var              // the number of the exit, if there are several
	left   map[nkl.Expr]nkl.Expr // what is to stand there
}

// An exit is what a loop yields at one place, the variables that are known there, and the
// code for it behind the loop.
type exit struct {
	at    nkl.Expr
	known []*nkl.Var
	code  nkl.Expr
}

// find looks for exits of a loop in e, which ends an iteration and knows variables of the
// loop.
func (x *exits) find(e nkl.Expr, known []*nkl.Var) {
	if !anf.Iterates(e) {
		x.all = append(x.all, exit{e, slices.Clone(known), x.closed(e, known)})
		return
	}
	switch e := e.(type) {
	case *nkl.Let:
		if x.isMade(e.Rhs) {
			x.again[e.Bind] = e
		}
		x.find(e.Body, append(known, e.Bind))
	case *nkl.Check:
		x.find(e.Then, known)
	case *nkl.If:
		x.find(e.Then, known)
		x.find(e.Else, known)
	}
}

// isMade reports whether e is made again behind the loop: a tuple or a part of one, a literal, numbers in order, or a
// scalar that does not depend on the iteration and costs little.
func (x *exits) isMade(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Tuple, *nkl.Proj:
		return true
	case *nkl.Seq:
		return e.Elem.IsScalar()
	case *nkl.Prim:
		if e.Op.Code == prim.Index {
			return true
		}
		little := e.Op.Class == prim.Scalar || e.Op.Code == prim.Length
		return little && !slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return x.inside[v] && x.again[v] == nil })
	}
	return false
}

// closed is e with what it needs and is made again.
func (x *exits) closed(e nkl.Expr, known []*nkl.Var) nkl.Expr {
	for _, v := range slices.Backward(known) {
		if let := x.again[v]; let != nil && slices.Contains(nkl.FreeVars(e), v) {
			e = &nkl.Let{Node: let.Node, Bind: v, Rhs: let.Rhs, Body: e}
		}
	}
	return e
}

// leave decides what each exit leaves: its number, and all that any of them needs, zeros
// for what it does not know itself. It reports whether there is something, and sequences
// are known everywhere.
func (x *exits) leave() bool {
	for _, e := range x.all {
		for _, v := range nkl.FreeVars(e.code) {
			if x.inside[v] && !slices.Contains(x.vars, v) {
				x.vars = append(x.vars, v)
			}
		}
	}
	if len(x.all) > 1 {
		x.which = types.NewVar("exit", types.Int)
	}
	for k, e := range x.all {
		var b anf.Block
		var vals []nkl.Expr
		if x.which != nil {
			vals = append(vals, anf.Integer(int64(k)))
		}
		for _, v := range x.vars {
			switch {
			case slices.Contains(e.known, v):
				vals = append(vals, nkl.Use(v))
			case v.Type.IsScalar():
				vals = append(vals, b.Zero(v.Type))
			default:
				return false
			}
		}
		x.left[e.at] = b.In(nkl.Pair(vals...))
	}
	return len(x.vars) > 0
}

// entered is the variables that exits need as parts of val, which the block yields.
func (x *exits) entered(b *anf.Block, val nkl.Expr) map[*nkl.Var]nkl.Expr {
	vars, env := x.vars, map[*nkl.Var]nkl.Expr{}
	if x.which != nil {
		vars = append([]*nkl.Var{x.which}, vars...)
	}
	if len(vars) == 1 {
		env[vars[0]] = b.Name(vars[0].Name, vars[0].Type, val)
		return env
	}
	all := b.Name("exit", types.Tuple(types.OfVars(vars)...), val)
	for i, v := range vars {
		env[v] = b.Name(v.Name, v.Type, anf.Part(i, all))
	}
	return env
}
