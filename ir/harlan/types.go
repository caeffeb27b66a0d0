package harlan

// The types of Harlan, as types of package types.

import (
	"nessiec/ir/types"
)

// The types that are not scalars, vectors or procedures.
var (
	VoidType = types.Unit
	StrType  = Named("str")
	U64Type  = Named("u64")
)

// Named is the datatype called name.
func Named(name string) *types.Type { return types.Data(name, types.Unit) }

// Ptr is (ptr t).
func Ptr(t *types.Type) *types.Type { return types.Data("ptr", types.Unit, t) }

// UnknownSet is the set of a type of procedures before types are known.
const UnknownSet = "?"

// Procedure is the type of procedures of a set of lambdas.
func Procedure(set string, params []*types.Type, result *types.Type) *types.Type {
	return types.Fun(types.Clo(set), types.Tuple(params...), result)
}

// SetOf is the set of a type of procedures.
func SetOf(t *types.Type) string { return t.Elems[0].Name }

// ParamsOf are the types of the parameters of a procedure.
func ParamsOf(t *types.Type) []*types.Type { return t.Elems[1].Elems }

// ResultOf is the type of the result of a procedure.
func ResultOf(t *types.Type) *types.Type { return t.Elems[2] }

// IsProcedure reports whether t is a type of procedures.
func IsProcedure(t *types.Type) bool { return t.Kind == types.KFun }

// IsPtr reports whether t is a type of pointers.
func IsPtr(t *types.Type) bool { return t.Kind == types.KData && t.Name == "ptr" }

// IsDatatype reports whether t is a datatype of the program.
func IsDatatype(t *types.Type) bool {
	return t.Kind == types.KData && t.Name != "ptr" && t != StrType && t != U64Type
}

// IsNumber reports whether arithmetic works on t.
func IsNumber(t *types.Type) bool { return t == types.Int || t == types.Float || t == U64Type }

// Spell is t as programs write it.
func Spell(t *types.Type) string {
	switch {
	case t == VoidType:
		return "void"
	case t.Kind == types.KSeq:
		return "(vec " + Spell(t.Elem()) + ")"
	case IsPtr(t):
		return "(ptr " + Spell(t.Elems[1]) + ")"
	case t.Kind == types.KData:
		return t.Name
	case IsProcedure(t):
		s := "(closure ("
		for i, p := range ParamsOf(t) {
			if i > 0 {
				s += " "
			}
			s += Spell(p)
		}
		return s + ") -> " + Spell(ResultOf(t)) + ")"
	}
	return t.String()
}

// A Signature is the type of a function.
type Signature struct {
	Params []*types.Type
	Result *types.Type
}

// Builtins are the functions that every program has; the library alone knows those with %.
var Builtins = map[string]Signature{
	"%int->str":   {[]*types.Type{types.Int}, StrType},
	"%concat":     {[]*types.Type{types.Seq(StrType)}, StrType},
	"harlan_sqrt": {[]*types.Type{types.Float}, types.Float},
	"floor":       {[]*types.Type{types.Float}, types.Float},
	"atan2":       {[]*types.Type{types.Float, types.Float}, types.Float},
}
