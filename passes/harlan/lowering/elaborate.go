package lowering

// The pass elaborate.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/front"
	"nessiec/passes/pass"
)

// Elaborate makes a program of the nested language, with what it needs of the library: a
// kernel is an apply-to-each, printing an effect, a loop a function that calls itself.
//
//	(func main () int (begin (print false (total sum (kernel (x:int) ((iota 3)) (op * x x)))) 0))
//	  =>  (func main () () int
//	        (let p:bool (prim print_string ((call int_string () (let v:[int] (each (x:int) ((prim index (3))) (prim mul (x x))) ...))))
//	          0))
//
// Values of Harlan are those of NESL: void is a bool, a text a sequence of characters, a
// u64 its two halves, a value of a datatype with one constructor the tuple of its fields,
// of one with several a sum; datatypes that contain themselves are recursive there, too.
func Elaborate(c *pass.Ctx, m *harlan.Module) *nkl.Module {
	l := &linker{c: c, sigs: m.Sigs(), m: m, texts: map[*types.Type]string{}}
	l.checkExterns()
	if c.Diags.HasErrors() {
		return &nkl.Module{}
	}
	l.library(needs(m))
	for _, f := range m.Funcs {
		l.function(f)
	}
	if c.Diags.HasErrors() {
		return &nkl.Module{}
	}
	l.main()
	return &nkl.Module{Datatypes: l.recursive(), Funcs: append(l.funcs, l.reached()...), Actions: l.actions}
}

// A linker makes the module of a program.
type linker struct {
	c       *pass.Ctx
	sigs    *harlan.Sigs
	m       *harlan.Module
	lib     map[string]*nkl.Func
	order   []*nkl.Func       // the library
	names   map[string]string // of functions in the nested language
	fresh   *pass.Names
	texts   map[*types.Type]string // functions that make texts
	funcs   []*nkl.Func
	actions []*program.Action
}

// library reads what may be needed of the library, and gives the functions of the program
// names beside those.
func (l *linker) library(names []string) {
	l.lib, l.fresh, l.names = map[string]*nkl.Func{}, pass.NewNames(), map[string]string{}
	for _, f := range front.Library(names).Funcs {
		l.lib[f.Name], l.order = f, append(l.order, f)
		l.fresh.Take(f.Name)
	}
	for _, f := range l.m.Funcs {
		l.names[f.Name] = l.fresh.Fresh(f.Name)
	}
}

// reached is the functions of the library that the program calls.
func (l *linker) reached() (out []*nkl.Func) {
	in := map[string]bool{}
	var visit func(*nkl.Func)
	visit = func(f *nkl.Func) {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			name := ""
			switch e := e.(type) {
			case *nkl.Call:
				name = e.Fn
			case *nkl.FunVal:
				name = e.Fn
			}
			if g := l.lib[name]; g != nil && !in[name] {
				in[name] = true
				visit(g)
			}
			return true
		})
	}
	for _, f := range l.funcs {
		visit(f)
	}
	for _, f := range l.order {
		if in[f.Name] {
			out = append(out, f)
		}
	}
	return out
}

// function elaborates a function.
func (l *linker) function(f *harlan.Func) {
	x := &translator{linker: l, name: l.names[f.Name], vars: map[*harlan.Var]*nkl.Var{}}
	out := &nkl.Func{Decl: f.Decl, Name: x.name, Result: rep(l.sigs, f.Result)}
	for _, p := range f.Params {
		out.Params = append(out.Params, x.bind(p))
	}
	out.Body = x.expr(f.Body)
	l.funcs = append(l.funcs, out)
}

// main makes the action that runs the program, whose value is its exit status.
func (l *linker) main() {
	for _, f := range l.m.Funcs {
		if f.Name != "main" {
			continue
		}
		at := ir.At(f.P)
		name := l.fresh.Fresh("start")
		var body nkl.Expr = &nkl.Call{Node: at, Fn: l.names["main"]}
		if f.Result == types.Int {
			body = nkl.Op(f.P, prim.ExitStatus, body)
		}
		l.funcs = append(l.funcs, &nkl.Func{Decl: f.Decl, Name: name, Result: types.Bool, Body: body})
		l.actions = append(l.actions, &program.Action{Decl: f.Decl, Kind: program.Eval, Type: types.Bool, Fn: name, Result: "r"})
	}
}

// rep is the type of the values of t in the nested language.
func rep(s *harlan.Sigs, t *types.Type) *types.Type {
	switch {
	case t == harlan.VoidType:
		return types.Bool
	case t == harlan.StrType:
		return types.String
	case t == harlan.U64Type:
		return types.Tuple(types.Int, types.Int)
	case t.Kind == types.KSeq:
		return types.Seq(rep(s, t.Elem()))
	case t.Kind == types.KTuple:
		return types.Tuple(reps(s, t.Elems)...)
	case t == outfile || t == infile:
		return types.Stream
	case harlan.IsPtr(t):
		return types.Seq(rep(s, t.Elems[1]))
	case harlan.IsDatatype(t):
		switch d := s.Types[t.Name]; {
		case containsItself(s, d):
			return types.Recursive(d.Name)
		case len(d.Cons) == 1:
			return fieldsType(reps(s, d.Cons[0].Fields))
		default:
			return types.Sum(d.Name, constructors(s, d))
		}
	}
	return t
}

// constructors are those of d in the nested language.
func constructors(s *harlan.Sigs, d *harlan.Datatype) (cons []*types.Type) {
	for _, c := range d.Cons {
		cons = append(cons, types.Con(c.Name, reps(s, c.Fields)...))
	}
	return cons
}

// recursive lists the datatypes that contain themselves.
func (l *linker) recursive() (out []*nkl.Datatype) {
	for _, d := range l.m.Datatypes {
		if containsItself(l.sigs, d) {
			out = append(out, &nkl.Datatype{Decl: d.Decl, Name: d.Name, Cons: constructors(l.sigs, d)})
		}
	}
	return out
}

// isVariant reports whether values of d are variants: of a sum, or of a recursive datatype.
func (l *linker) isVariant(d *harlan.Datatype) bool {
	return len(d.Cons) > 1 || containsItself(l.sigs, d)
}

func reps(s *harlan.Sigs, ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = rep(s, t)
	}
	return out
}

// fieldsType is the type of the contents of a constructor: one field is itself, none an int.
func fieldsType(ts []*types.Type) *types.Type {
	switch len(ts) {
	case 0:
		return types.Int
	case 1:
		return ts[0]
	}
	return types.Tuple(ts...)
}

// containsItself reports whether values of d may have values of d in them.
func containsItself(s *harlan.Sigs, d *harlan.Datatype) bool {
	seen := map[string]bool{}
	var in func(*harlan.Datatype) bool
	in = func(e *harlan.Datatype) bool {
		var inside func(t *types.Type) bool
		inside = func(t *types.Type) bool {
			if !harlan.IsDatatype(t) {
				return slices.ContainsFunc(t.Elems, inside)
			}
			if t.Name == d.Name {
				return true
			}
			next := s.Types[t.Name]
			if next == nil || seen[t.Name] {
				return false
			}
			seen[t.Name] = true
			return in(next)
		}
		return slices.ContainsFunc(e.Cons, func(c *harlan.Constructor) bool { return slices.ContainsFunc(c.Fields, inside) })
	}
	return in(d)
}
