package infer

// Types that the program writes, as types of inference.

import (
	"nessiec/ir/nesl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// header equates the type in a header with that of the function, whose body may use its type variables.
func (in *Inferrer) header(s *nesl.Signature, arg, res *hm.Type) {
	fun, ok := s.Type.(*nesl.TyFun)
	if !ok {
		d := in.C.Errorf(s.Type.Pos(), "E0308", "the type of a function is ARGUMENT -> RESULT")
		if p, ok := s.Type.(*nesl.TyPair); ok && endsInFun(p) {
			d.WithHint("a comma binds looser than ->: write (int, float) -> int for several arguments")
		}
		return
	}
	in.vars = in.typeVars(s.Context)
	in.headerPart(fun.Arg, in.surfaceType(fun.Arg, in.vars), arg, "argument")
	in.headerPart(fun.Result, in.surfaceType(fun.Result, in.vars), res, "result")
}

func (in *Inferrer) headerPart(e nesl.Expr, says, t *hm.Type, what string) {
	if f := hm.Unify(says, t, e.Pos()); f != nil {
		in.failed(e, f, "the header says that the %s is %s, but it is %s", what, text(says), text(t))
	}
}

// announced gives the definition f, which has no type, the one that its announcement has.
func (in *Inferrer) announced(f *nesl.Function, s *nesl.Signature, arg, res *hm.Type) {
	fun, ok := s.Type.(*nesl.TyFun)
	if !ok {
		return
	}
	in.vars = in.typeVars(s.Context)
	for _, part := range []struct {
		e    nesl.Expr
		t    *hm.Type
		what string
	}{{fun.Arg, arg, "argument"}, {fun.Result, res, "result"}} {
		says := in.surfaceType(part.e, in.vars)
		if fail := hm.Unify(says, part.t, part.e.Pos()); fail != nil {
			in.failed(f.Param, fail, "%s is announced with the %s %s, but here it is %s", f.Name, part.what, text(says), text(part.t)).
				Note(part.e.Pos(), width(part.e), "it is announced here")
		}
	}
}

func endsInFun(p *nesl.TyPair) bool {
	for {
		switch r := p.Right.(type) {
		case *nesl.TyFun:
			return true
		case *nesl.TyPair:
			p = r
		default:
			return false
		}
	}
}

// typeVars makes variables for a context.
func (in *Inferrer) typeVars(context []nesl.Expr) map[string]*hm.Type {
	vars := map[string]*hm.Type{}
	for _, b := range context {
		b := b.(*nesl.Bound)
		class, _ := types.ParseClass(b.Class)
		vars[b.Var] = hm.NewVar(class)
	}
	return vars
}

// surfaceType is the type that e writes.
func (in *Inferrer) surfaceType(e nesl.Expr, vars map[string]*hm.Type) *hm.Type {
	switch e := e.(type) {
	case *nesl.TyName:
		return map[string]*hm.Type{"int": hm.IntType, "float": hm.FloatType, "bool": hm.BoolType,
			"char": hm.CharType, names.StreamType: hm.StreamType}[e.Name]
	case *nesl.TyVar:
		return vars[e.Name]
	case *nesl.TySeq:
		return hm.SeqOf(in.surfaceType(e.Elem, vars))
	case *nesl.TyPair:
		return hm.PairOf(in.surfaceType(e.Left, vars), in.surfaceType(e.Right, vars))
	case *nesl.TyFun:
		return hm.FunOf(hm.NewVar(types.Any), in.surfaceType(e.Arg, vars), in.surfaceType(e.Result, vars))
	case *nesl.TyCon:
		return in.datatypeUse(e, vars)
	}
	panic("front: unexpected type " + nesl.Show(e))
}

func (in *Inferrer) datatypeUse(e *nesl.TyCon, vars map[string]*hm.Type) *hm.Type {
	d := in.find(e.Con, e.Version)
	if d.Data == nil {
		return hm.ErrType
	}
	if len(e.Args) != len(d.Data.Params) {
		in.C.Errorf(e.Pos(), "E0309", "the type %s has %d parameters, found %d", e.Con, len(d.Data.Params), len(e.Args)).
			Underline(len(e.Con))
		return hm.ErrType
	}
	args := hm.Fresh(d.Data.Params)
	for i, a := range e.Args {
		t := in.surfaceType(a, vars)
		if f := hm.Unify(t, args[i], a.Pos()); f != nil {
			in.failed(a, f, "parameter %d of the type %s is %s, found %s", i+1, e.Con, text(args[i]), text(t)).WithHint(classHint(f))
		}
	}
	return hm.DataOf(d.Data, args)
}
