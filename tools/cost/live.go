package cost

// Live data: how many bytes a program holds at a time if all elements of a map go
// together, which is what the promise about memory compares with. Variables of a
// function or a map's body count as long as they are used later; what a caller or an
// outer body holds counts once, there; a map takes the sum of what its bodies take.
//
//	meter   an evaluation of one program
//	scope   the variables of one call, or of one element of a map
//	later   the variables that the rest of a scope uses

import (
	"errors"
	"fmt"
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// LiveLanguage is that of the programs whose live data can be measured: of those with
// operands that are atoms the first, as simplification changes what is held.
var LiveLanguage = grammar.NestedNamed.Language

// errLimit says that a program takes too many steps.
var errLimit = errors.New("too many steps")

// frameBytes is what a call in progress takes besides its variables.
const frameBytes = 8

// Live is the most bytes that p, a program of LiveLanguage, holds at a time, which
// may take so many steps.
func Live(o pass.Options, p driver.Program, in []value.Value, most int64) (bytes int64, err error) {
	m := p.Module.(*nkl.Module)
	x := &meter{num: o.Num(), sigs: m.Sigs(), most: most, free: map[nkl.Expr][]*nkl.Var{}, types: map[nkl.Expr]*types.Type{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = r
		default:
			panic(r)
		}
	}()
	if _, failed := interp.Run(x, m.Actions, in, nil); failed != nil {
		return 0, failed
	}
	return x.peak, nil
}

// A meter evaluates a program and counts.
type meter struct {
	num         value.Num
	sigs        *nkl.Sigs
	steps, most int64
	peak        int64 // of all actions so far
	free        map[nkl.Expr][]*nkl.Var
	types       map[nkl.Expr]*types.Type // of operations
}

// Call is interp.Machine.
func (x *meter) Call(fn string, args []value.Value) (value.Value, *interp.Error) {
	f := x.sigs.Funcs[fn]
	sizes := make([]int64, len(args))
	for i, a := range args {
		sizes[i] = x.bytes(a)
	}
	v, peak := x.apply(f, args, sizes)
	x.peak = max(x.peak, peak)
	return v, nil
}

// Encode is interp.Machine.
func (x *meter) Encode(v value.Value, _ *types.Type) value.Value { return v }

// Decode is interp.Machine.
func (x *meter) Decode(v value.Value, _ *types.Type) value.Value { return v }

// A scope holds the values of variables, and the bytes that are its own.
type scope struct {
	vars []binding
	up   *scope // around the map of whose body this is
}

// A binding is a variable with its value.
type binding struct {
	v     *nkl.Var
	val   value.Value
	bytes int64
}

func (s *scope) bind(v *nkl.Var, val value.Value, bytes int64) {
	s.vars = append(s.vars, binding{v, val, bytes})
}

// find is the binding of v.
func (s *scope) find(v *nkl.Var) *binding {
	for ; s != nil; s = s.up {
		for i := len(s.vars) - 1; i >= 0; i-- {
			if s.vars[i].v == v {
				return &s.vars[i]
			}
		}
	}
	panic(fmt.Errorf("%s has no value", v.Name))
}

// own is the bytes of v that are those of s.
func (s *scope) own(v *nkl.Var) int64 {
	for i := range s.vars {
		if s.vars[i].v == v {
			return s.vars[i].bytes
		}
	}
	return 0
}

// later is the variables that are used after an expression.
type later struct {
	vars []*nkl.Var
	more *later
}

func (l *later) has(v *nkl.Var) bool {
	for ; l != nil; l = l.more {
		if slices.Contains(l.vars, v) {
			return true
		}
	}
	return false
}

// held is the bytes of s that an expression that uses vars, or what is after it, needs.
func (s *scope) held(vars []*nkl.Var, after *later) (n int64) {
	for i := range s.vars {
		if b := &s.vars[i]; b.bytes > 0 && (slices.Contains(vars, b.v) || after.has(b.v)) {
			n += b.bytes
		}
	}
	return n
}

// freeOf is the variables that e uses.
func (x *meter) freeOf(e nkl.Expr) []*nkl.Var {
	vs, ok := x.free[e]
	if !ok {
		vs = nkl.FreeVars(e)
		x.free[e] = vs
	}
	return vs
}

// step counts an operation.
func (x *meter) step(n int64) {
	if x.steps += n; x.steps > x.most {
		panic(errLimit)
	}
}

// bytes is how many v takes: a sequence its elements, each sequence in a sequence eight more.
func (x *meter) bytes(v value.Value) int64 {
	switch v := v.(type) {
	case value.Bool, value.Char:
		return 1
	case value.Int:
		return int64(x.num.IntBits()) / 8
	case value.Float:
		return int64(x.num.FloatBits()) / 8
	case value.Tuple:
		return x.sum(v)
	case value.Values:
		return 8*int64(len(v)) + x.sum(v)
	case *value.Rows:
		n := int64(0)
		for _, c := range v.Cols {
			n += x.bytes(c)
		}
		return n
	case value.Seq:
		if v.Len() == 0 {
			return 0
		}
		return int64(v.Len()) * x.bytes(v.At(0))
	}
	panic(fmt.Errorf("a %T cannot be measured", v))
}

func (x *meter) sum(vs []value.Value) (n int64) {
	for _, v := range vs {
		n += x.bytes(v)
	}
	return n
}
