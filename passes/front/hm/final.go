package hm

// From graphs to the types of the IR, and back.

import (
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Final is t for code: what nothing has determined is an int, which is in
// every class.
func Final(t *Type) *types.Type {
	return convert(t, func(*Type) *types.Type { return types.Int })
}

// Shown is t for people: what nothing has determined is a variable.
func Shown(t *Type) *types.Type {
	free := map[*Type]*types.Type{}
	return convert(t, func(v *Type) *types.Type {
		if free[v] == nil {
			free[v] = types.TVar("free"+letter(len(free)), v.Class)
		}
		return free[v]
	})
}

// Text is t in messages: a variable is shown as its class.
func Text(t *Type) string {
	shown := convert(t, func(v *Type) *types.Type { return classType(v.Class) })
	return value.TypeText(shown.Map(func(t *types.Type) *types.Type {
		if t.Kind == types.KVar {
			return classType(t.Class)
		}
		return t
	}))
}

// classType prints as the name of a class.
func classType(c types.Class) *types.Type { return types.Data(c.String(), types.Unit) }

func convert(t *Type, free func(*Type) *types.Type) *types.Type {
	t = t.Find()
	switch t.Kind {
	case Var:
		if t.param != nil {
			return t.param
		}
		return free(t)
	case Int:
		return types.Int
	case Float:
		return types.Float
	case Bool:
		return types.Bool
	case Char:
		return types.Char
	case Stream:
		return types.Stream
	case Err:
		return types.Int
	case Data:
		return convertData(t, free)
	}
	args := convertAll(t.Args, free)
	switch t.Kind {
	case Seq:
		return types.Seq(args[0])
	case Pair:
		return types.Tuple(args...)
	case Fun:
		return types.Fun(args[0], args[1], args[2])
	}
	return types.Clo(t.Label.root().Name, args...)
}

// convertData converts a datatype without parameters once.
func convertData(t *Type, free func(*Type) *types.Type) *types.Type {
	d := t.Data
	if len(d.Params) > 0 {
		return d.with(t.Args, free)
	}
	if d.final == nil {
		d.final = d.with(nil, free)
	}
	return d.final
}

// with converts d with arguments.
func (d *Datatype) with(args []*Type, free func(*Type) *types.Type) *types.Type {
	final := convertAll(args, free)
	if d.Holds != nil {
		return types.Data(d.Name, convert(Subst(d.Holds, d.Params, args), free), final...)
	}
	if d.Key != "" {
		return types.Recursive(d.Key, final...)
	}
	cons := make([]*types.Type, len(d.Cons))
	for i, c := range d.Cons {
		cons[i] = types.Con(c.Name, convertFields(c, func(t *Type) *types.Type { return convert(Subst(t, d.Params, args), free) })...)
	}
	return types.Sum(d.Name, cons, final...)
}

// convertFields converts the fields of c one by one.
func convertFields(c *Constructor, one func(*Type) *types.Type) (fields []*types.Type) {
	for t, n := c.Holds, c.Fields; n > 0; n-- {
		if n == 1 {
			return append(fields, one(t))
		}
		fields = append(fields, one(t.Find().Args[0]))
		t = t.Find().Args[1]
	}
	return nil
}

func convertAll(ts []*Type, free func(*Type) *types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = convert(t, free)
	}
	return out
}
