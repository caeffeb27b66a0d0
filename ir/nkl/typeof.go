package nkl

// Types of expressions and signatures of functions, for checking, for passes
// and for evaluators.

import (
	"nessiec/ir/types"
)

// Sigs finds the declarations of a module by name.
type Sigs struct {
	Funcs     map[string]*Func
	Lifteds   map[string]*Lifted
	LiftedBy  map[string]string // Module.LiftedBy
	Datatypes map[string]*Datatype
	Tables    map[string]*Table
}

// Sigs indexes the declarations of m.
func (m *Module) Sigs() *Sigs {
	s := &Sigs{make(map[string]*Func, len(m.Funcs)), make(map[string]*Lifted, len(m.Lifteds)), m.LiftedBy(), map[string]*Datatype{}, map[string]*Table{}}
	for _, d := range m.Datatypes {
		s.Datatypes[d.Name] = d
	}
	for _, t := range m.Tables {
		s.Tables[t.Name] = t
	}
	for _, f := range m.Funcs {
		s.Funcs[f.Name] = f
	}
	for _, l := range m.Lifteds {
		s.Lifteds[l.Name] = l
	}
	return s
}

// TypeOf is the type of e, which must be well typed, or nil if e never yields
// a value. In languages with sizes it may lack some of them.
//
//nessiec:exhaustive nkl
func (s *Sigs) TypeOf(e Expr) *types.Type {
	switch e := e.(type) {
	case *Ref:
		return e.Var.Type
	case *Int:
		return types.Int
	case *Float:
		return types.Float
	case *Bool:
		return types.Bool
	case *Char:
		return types.Char
	case *Str:
		return types.String
	case *Prim:
		return s.typeOfPrim(e)
	case *Call:
		f := s.Funcs[e.Fn]
		return Instance(f, e.TypeArgs)(f.Result)
	case *FunVal:
		return e.Type
	case *FoldBy:
		return s.TypeOf(e.Else)
	case *Fold:
		if e.Scan {
			return types.Seq(e.X.Type)
		}
		return e.X.Type
	case *Lambda:
		return lambdaType(e, s.TypeOf(e.Body))
	case *Apply:
		return s.TypeOf(e.Fun).Elems[2]
	case *Tuple:
		if ts, ok := s.typesOf(e.Elems); ok {
			return types.Tuple(ts...)
		}
		return nil
	case *Proj:
		return s.TypeOf(e.Of).Elems[e.Index]
	case *Con:
		return e.Type
	case *Uncon:
		return contents(s.TypeOf(e.Of))
	case *Variant:
		return e.Type
	case *Case:
		return s.armsType(e)
	case *Arm: // part of a case
		return nil
	case *Scope:
		return s.TypeOf(e.Body)
	case *Alloc, *AllocAll, *Reserve:
		return types.Int
	case *Store:
		return types.Bool
	case *Collect:
		return e.ValueType()
	case *Column:
		return types.Seq(s.Tables[e.Table].Columns[e.Index])
	case *Seq:
		return types.Seq(e.Elem)
	case *Range:
		return types.Seq(types.Int)
	case *Let:
		return s.TypeOf(e.Body)
	case *If:
		if t := s.TypeOf(e.Then); t != nil {
			return t
		}
		return s.TypeOf(e.Else)
	case *Each:
		return seqOf(s.TypeOf(e.Body))
	case *EachIf:
		return seqOf(s.TypeOf(e.Body))
	case *Check:
		return s.TypeOf(e.Then)
	case *FoldIn:
		return s.TypeOf(e.Body)
	case *NewKey:
		return s.TypeOf(e.Body)
	case *Time:
		if t := s.TypeOf(e.Body); t != nil {
			return types.Tuple(t, types.Float)
		}
		return nil
	case *Loop:
		return s.TypeOf(e.Body)
	case *Recur:
		return nil
	case *Elem:
		return s.TypeOf(e.Body)
	case *Update:
		return s.TypeOf(e.Body)
	case *Put:
		return s.TypeOf(e.Seq)
	case *EachCaptured:
		return seqOf(s.TypeOf(e.Body))
	case *CallLifted:
		return s.Funcs[e.Fn].Result
	case *Unused:
		return e.Type
	case *Regular, *Anywhere:
		return types.Bool
	}
	panic("nkl: unknown form")
}

// typesOf reports also whether all of es yield values.
func (s *Sigs) typesOf(es []Expr) (ts []*types.Type, ok bool) {
	ts, ok = make([]*types.Type, len(es)), true
	for i, e := range es {
		ts[i] = s.TypeOf(e)
		ok = ok && ts[i] != nil
	}
	return ts, ok
}

func (s *Sigs) typeOfPrim(e *Prim) *types.Type {
	ts, ok := s.typesOf(e.Args)
	if !ok {
		return nil
	}
	t, err := e.Op.ResultOf(ts)
	if err != nil {
		panic("nkl: primitive " + e.Op.Name + ": " + err.Error())
	}
	return t
}

// seqOf is the sequence type of t, or nil if there is none.
func seqOf(t *types.Type) *types.Type {
	if t == nil {
		return nil
	}
	return types.Seq(t)
}

// lambdaType is the type of e, whose body has type res.
func lambdaType(e *Lambda, res *types.Type) *types.Type {
	captures := make([]*types.Type, len(e.Captures))
	for i, v := range e.Captures {
		captures[i] = v.Type
	}
	return types.Fun(types.Clo(e.Label, captures...), e.Param.Type, res)
}

// contents is the type inside a datatype, or nil if t is none.
func contents(t *types.Type) *types.Type {
	switch t.Kind {
	case types.KData:
		return t.Elems[0]
	case types.KStream:
		return types.Int
	}
	return nil
}

// Same reports whether a and b are one type, sizes aside. A stream is the int
// that it holds, as it is from erase-datatypes on.
func Same(a, b *types.Type) bool { return a == b || plain(a) == plain(b) }

func plain(t *types.Type) *types.Type {
	t = t.Erase()
	if !t.Has(types.KStream) {
		return t
	}
	return t.Map(func(t *types.Type) *types.Type {
		if t == types.Stream {
			return types.Int
		}
		return t
	})
}

// Instance returns the function that puts args in the place of the type
// parameters of f.
func Instance(f *Func, args []*types.Type) func(*types.Type) *types.Type {
	if len(f.TypeParams) == 0 {
		return func(t *types.Type) *types.Type { return t }
	}
	return func(t *types.Type) *types.Type {
		return t.Map(func(t *types.Type) *types.Type {
			for i, p := range f.TypeParams {
				if t == p {
					return args[i]
				}
			}
			return t
		})
	}
}

// MatchFun returns the type arguments with which f, as a function value, has
// type t, a function type. The argument of the value is the right-nested tuple
// of the arguments of f.
func MatchFun(f *Func, t *types.Type) ([]*types.Type, bool) {
	env := make(map[*types.Type]*types.Type, len(f.TypeParams))
	arg := t.Elems[1]
	for i, p := range f.Params {
		a := arg
		if i < len(f.Params)-1 {
			if arg.Kind != types.KTuple || len(arg.Elems) != 2 {
				return nil, false
			}
			a, arg = arg.Elems[0], arg.Elems[1]
		}
		if !Match(env, p.Type, a) {
			return nil, false
		}
	}
	if !Match(env, f.Result, t.Elems[2]) {
		return nil, false
	}
	args := make([]*types.Type, len(f.TypeParams))
	for i, p := range f.TypeParams {
		if args[i] = env[p]; args[i] == nil {
			args[i] = types.Int // nothing depends on it
		}
	}
	return args, true
}

// Match extends env so that the pattern p, with the variables in env replaced,
// is t; it reports whether that is possible.
func Match(env map[*types.Type]*types.Type, p, t *types.Type) bool {
	if p.Kind == types.KVar {
		if env[p] == nil {
			env[p] = t
		}
		return Same(env[p], t)
	}
	if p == t && !p.Has(types.KVar) || Same(p, t) && len(p.Elems) == 0 {
		return true
	}
	if p.Kind != t.Kind || p.Name != t.Name || len(p.Elems) != len(t.Elems) {
		return false
	}
	for i, q := range p.Elems {
		if !Match(env, q, t.Elems[i]) {
			return false
		}
	}
	return true
}

// Cons are the constructors of t, a sum or a recursive datatype, nil if t is neither.
func (s *Sigs) Cons(t *types.Type) []*types.Type {
	switch t.Kind {
	case types.KSum:
		return t.Cons()
	case types.KRef:
		if d := s.Datatypes[t.Name]; d != nil && len(d.TypeParams) == len(t.Elems) {
			return d.At(t.Elems)
		}
	}
	return nil
}

// Tag is the number of the constructor of t called name, -1 if there is none.
func (s *Sigs) Tag(t *types.Type, name string) int {
	for i, c := range s.Cons(t) {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// At are the constructors of d with type arguments.
func (d *Datatype) At(args []*types.Type) []*types.Type {
	if len(args) == 0 {
		return d.Cons
	}
	out := make([]*types.Type, len(d.Cons))
	for i, c := range d.Cons {
		out[i] = c.Map(func(t *types.Type) *types.Type {
			for k, p := range d.TypeParams {
				if t == p {
					return args[k]
				}
			}
			return t
		})
	}
	return out
}

// ValueType is the type of the value of e.
func (e *Collect) ValueType() *types.Type {
	if len(e.Binds) == 1 {
		return e.Binds[0].Type
	}
	return types.Tuple(types.OfVars(e.Binds)...)
}
