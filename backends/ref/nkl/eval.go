// Package nkl evaluates the nested family, from nkl.elaborated (polymorphic,
// with function values and filters: the oracle of every test) to nkl.shaped.
//
// A function is compiled once for every vector of types it is used at, to a
// list of instructions: closures over register numbers. Control needs no Go
// stack, so the depth of recursion is limited by memory alone (measured: about
// 150 bytes a call; goroutine stacks end at 1 GiB). A variable of tuple type is
// the registers of its components, so that loops over scalars do not allocate.
//
// Glossary:
//
//	machine   registers, stack of frames, counters (machine.go, stack.go)
//	code      a function at given types; instr, one instruction (code.go)
//	reg       where a scalar, sequence or function value is in a frame (reg.go)
//	compiler  makes the code of one function (compile.go, expr.go, each.go, call.go)
//	columns   the sequences that a sequence of tuples consists of (columns.go)
//	op        code of a primitive that is not scalar (seqops.go, foldops.go, genericops.go)
package nkl

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Guard says what happens when a primitive is applied outside its checks.
type Guard uint8

// The guards.
const (
	Raise  Guard = iota // the run-time error of the check: for languages before insert-checks
	Assert              // an internal error, because a Check should have come before
	Total               // the result that DESIGN 12 defines
)

// Options of an evaluation. The zero value is a program with 32-bit ints in an
// empty world, without limits other than memory.
type Options struct {
	Num      value.Num
	World    *interp.World // nil is an empty world
	Guard    Guard
	MaxWork  int64               // stop after this much work; 0 is no limit
	Unshared bool                // making a sequence of sequences takes work for the elements of these, too
	MaxBytes int64               // stop when more memory is needed; 0 is most of what the system has
	Emit     func(interp.Result) // called for every action as soon as it is done; may be nil
}

// An Outcome is what a program did.
type Outcome struct {
	Results []interp.Result
	Err     *interp.Error // nil unless the program failed
	Cost    interp.Counters
}

// Eval runs the actions of m, which must satisfy nkl.Verify. inputs are the
// values of its Read actions.
func Eval(m *nkl.Module, o Options, inputs []value.Value) Outcome {
	e := newEvaluator(m, o)
	results, err := interp.Run(e, m.Actions, inputs, o.Emit)
	return Outcome{results, err, e.m.counters()}
}

// Call applies the function fn of m to args, each of the type of its
// parameter; typeArgs instantiate a polymorphic function.
func Call(m *nkl.Module, fn string, typeArgs []*types.Type, args []value.Value, o Options) (value.Value, interp.Counters, *interp.Error) {
	e := newEvaluator(m, o)
	v, err := e.call(fn, typeArgs, args)
	return v, e.m.counters(), err
}

// An evaluator is a module with the code made for it so far.
type evaluator struct {
	p *linker
	m *machine
}

func newEvaluator(m *nkl.Module, o Options) *evaluator {
	if o.World == nil {
		o.World = &interp.World{}
	}
	return &evaluator{newLinker(m, o), newMachine(o)}
}

// Call is interp.Machine.
func (e *evaluator) Call(fn string, args []value.Value) (value.Value, *interp.Error) {
	return e.call(fn, nil, args)
}

// Encode is interp.Machine: before erase-datatypes a source value represents
// itself, and afterwards too, because values carry no datatypes.
func (e *evaluator) Encode(v value.Value, _ *types.Type) value.Value { return v }

// Decode is interp.Machine: captures become function values again.
func (e *evaluator) Decode(v value.Value, t *types.Type) value.Value {
	if !t.Has(types.KFun) {
		return v
	}
	return decodeFuns(v, t)
}

func (e *evaluator) call(fn string, typeArgs []*types.Type, args []value.Value) (v value.Value, err *interp.Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *interp.Error:
			v, err = nil, r.Through(e.m.trace())
			e.m.reset()
		default:
			panic(r)
		}
	}()
	return e.m.call(e.p.function(fn, typeArgs), args), nil
}

// decodeFuns replaces captures in v, a value of the source type t, by function
// values. A value that is a function value already stays.
func decodeFuns(v value.Value, t *types.Type) value.Value {
	switch t.Kind {
	case types.KFun:
		if f, ok := v.(*value.Fun); ok {
			return f
		}
		return &value.Fun{Label: t.Elems[0].Name}
	case types.KData:
		return decodeFuns(v, t.Elems[0])
	case types.KSum:
		return decodeFuns(v, t.Tagged())
	case types.KTuple:
		out := make(value.Tuple, len(t.Elems))
		for i, u := range t.Elems {
			out[i] = decodeFuns(v.(value.Tuple)[i], u)
		}
		return out
	case types.KSeq:
		if !t.Has(types.KFun) {
			return v
		}
		s := v.(value.Seq)
		b := value.NewBuilder(t.Elem(), s.Len())
		for i := range s.Len() {
			b.Append(decodeFuns(s.At(i), t.Elem()))
		}
		return b.Seq()
	}
	return v
}

var _ interp.Machine[value.Value] = (*evaluator)(nil)
