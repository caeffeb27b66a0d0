package infer

// Definitions of the library, as the types of a program see them.

import (
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// A Library is a part of the prelude, elaborated, and its definitions by name.
// It is immutable.
type Library struct {
	Module *nkl.Module
	Funcs  map[string]*nkl.Func
	Defs   map[string]*Definition
	Open   map[string]bool // functions that are put in place of their calls
}

// libraryDefinition is what a name of the library, an operator or a primitive
// means; nil if it is none of them.
func (in *Inferrer) libraryDefinition(name string) *Definition {
	if op, ok := names.Operators[name]; ok {
		if op.Fn != "" {
			return in.libraryDefinition(op.Fn)
		}
		return primitive(op.Prim, op.Class)
	}
	if name == names.StreamType {
		return &Definition{Name: name, Kind: ConstructorDef, Params: 1, Label: &hm.Label{Name: name},
			Scheme: &hm.Scheme{Arg: hm.IntType, Res: hm.StreamType}}
	}
	if in.Lib != nil {
		return in.Lib.Defs[name]
	}
	if d := in.newest[name]; d != nil {
		return d
	}
	if op, ok := strings.CutPrefix(name, "__"); ok {
		return primitive(op, types.Any)
	}
	return nil
}

// primitive is a primitive as a definition; class narrows its variables.
func primitive(name string, class types.Class) *Definition {
	s := prim.Must(name).Scheme()
	read := &hm.Reader{}
	d := &Definition{Name: name, Kind: primitiveDef, Op: name, Params: len(s.Params),
		Scheme: read.Scheme(s.Vars, pairsOfTypes(s.Params), s.Result)}
	for _, v := range d.Scheme.Vars {
		if class != types.Any {
			v.Class = class
		}
	}
	return d
}

func pairsOfTypes(ts []*types.Type) *types.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return types.Tuple(ts[0], pairsOfTypes(ts[1:]))
}
