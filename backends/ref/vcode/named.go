package vcode

// Programs that have names for entries.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// A frame is the values of the variables of a call.
type frame map[*vcode.Var]*entry

// function is the results of a function with names for entries.
func (x *machine) function(f *vcode.Func, args []*entry) []*entry {
	fr := frame{}
	for i, p := range f.Params {
		fr[p] = args[i]
	}
	out, _ := x.body(f.Body, fr)
	return out
}

// body is the results of e; again is set instead if they are the values of the next iteration of
// the loop that e is in.
func (x *machine) body(e vcode.Expr, fr frame) (results []*entry, again bool) {
	x.step(1)
	switch e := e.(type) {
	case *vcode.Let:
		vals, _ := x.body(e.Rhs, fr)
		for i, v := range e.Binds {
			fr[v] = vals[i]
		}
		return x.body(e.Body, fr)
	case *vcode.Ret:
		return x.atoms(e.Vals, fr), false
	case *vcode.If:
		if x.one(e.Pos(), x.atoms([]vcode.Expr{e.Cond}, fr)[0]) != 0 {
			return x.body(e.Then, fr)
		}
		return x.body(e.Else, fr)
	case *vcode.Loop:
		vals := x.atoms(e.Inits, fr)
		for again = true; again; {
			for i, v := range e.Binds {
				fr[v] = vals[i]
			}
			vals, again = x.body(e.Body, fr)
		}
		return vals, false
	case *vcode.Recur:
		return x.atoms(e.Args, fr), true
	case *vcode.Timed:
		start := x.world.Now()
		vals, _ := x.body(e.Body, fr)
		return append(vals[:len(vals):len(vals)], scalar(types.Float, prim.FloatWord(x.num.Round(x.world.Now()-start)))), false
	case *vcode.Const:
		return []*entry{x.constant(e)}, false
	case *vcode.Apply:
		return x.apply(e.Pos(), e.Op, e.Type, x.atoms(e.Args, fr)), false
	case *vcode.Call:
		args := x.atoms(e.Args, fr)
		x.enter(e.Pos())
		out := x.function(x.funcs[e.Fn], args)
		x.leave()
		return out, false
	case *vcode.Exit:
		x.fail(e.Pos(), vcode.ErrExit)
	}
	panic(interp.Bug(e.Pos(), "%s is not executed", vcode.Schema[e.Form()].Name))
}

func (x *machine) atoms(es []vcode.Expr, fr frame) []*entry {
	out := make([]*entry, len(es))
	for i, e := range es {
		if r, ok := e.(*vcode.Ref); ok {
			out[i] = fr[r.Var]
		} else {
			out[i] = scalar(vcode.TypeOfAtom(e), x.literal(e))
		}
	}
	return out
}
