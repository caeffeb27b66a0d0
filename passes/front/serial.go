package front

// Functions that may only be called one at a time, such as those that open
// files. Calling one inside an apply-to-each is a mistake, also through other
// functions and through function values.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/infer"
)

// checkSerial rejects parallel calls of serial functions in fs. The functions
// of the library are known to be right.
func checkSerial(in *infer.Inferrer, fs []*nkl.Func) {
	if in.Lib == nil {
		return
	}
	s := &serialCheck{effects: map[string]*effect{}}
	all := append(slices.Clone(in.Lib.Module.Funcs), fs...)
	s.sigs = (&nkl.Module{Funcs: all}).Sigs()
	for s.changed = true; s.changed; {
		s.changed = false
		for _, f := range all {
			s.function(f)
		}
	}
	s.report = func(pos ir.Pos, name string) {
		what := infer.Hint(name)
		if strings.Contains(name, infer.LambdaMark) {
			what = "this function value"
		}
		in.C.Errorf(pos, "E0320", "cannot call %s in parallel", what).
			WithHint("{* ... } evaluates one element after another")
	}
	for _, f := range fs {
		s.function(f)
	}
}

// An effect is what calling a function, or applying a function value by its
// label, may do.
type effect struct {
	serial   bool            // a serial primitive
	parallel map[string]bool // apply, in parallel, a function value whose identity is this type parameter
	onebyone map[string]bool // apply one, elsewhere
}

// A serialCheck computes effects until they do not change.
type serialCheck struct {
	sigs    *nkl.Sigs
	effects map[string]*effect // by function or label
	changed bool
	report  func(ir.Pos, string) // nil while effects are computed
}

func (s *serialCheck) effect(name string) *effect {
	e := s.effects[name]
	if e == nil {
		e = &effect{parallel: map[string]bool{}, onebyone: map[string]bool{}}
		s.effects[name] = e
	}
	return e
}

func (s *serialCheck) function(f *nkl.Func) { s.walk(f.Body, s.effect(f.Name), false) }

// walk adds what e may do to own; parallel says whether e is in a body of an
// apply-to-each.
func (s *serialCheck) walk(e nkl.Expr, own *effect, parallel bool) {
	switch e := e.(type) {
	case *nkl.Prim:
		if e.Op.Serial {
			s.serial(e.Pos(), e.Op.Name, own, parallel)
		}
	case *nkl.Call:
		s.call(e, own, parallel)
	case *nkl.Apply:
		s.applies(e.Pos(), s.sigs.TypeOf(e.Fun).Elems[0], own, parallel)
	case *nkl.Lambda:
		inner := s.effect(e.Label)
		s.walk(e.Body, inner, false)
		for v := range inner.parallel {
			s.set(own.parallel, v)
		}
		for v := range inner.onebyone {
			s.set(own.onebyone, v)
		}
		return
	case *nkl.Each:
		s.each(e.Seqs, own, parallel)
		s.walk(e.Body, own, true)
		return
	case *nkl.EachIf:
		s.each(e.Seqs, own, parallel)
		s.walk(e.Cond, own, true)
		s.walk(e.Body, own, true)
		return
	}
	e.Children(func(_ int, c nkl.Expr) { s.walk(c, own, parallel) })
}

func (s *serialCheck) each(seqs []nkl.Expr, own *effect, parallel bool) {
	for _, q := range seqs {
		s.walk(q, own, parallel)
	}
}

// call adds what the called function does, also with the function values that
// it is given.
func (s *serialCheck) call(e *nkl.Call, own *effect, parallel bool) {
	callee := s.effect(e.Fn)
	if callee.serial {
		s.serial(e.Pos(), e.Fn, own, parallel)
	}
	for k, p := range s.sigs.Funcs[e.Fn].TypeParams {
		if callee.parallel[p.Name] {
			s.applies(e.Pos(), e.TypeArgs[k], own, true)
		}
		if callee.onebyone[p.Name] {
			s.applies(e.Pos(), e.TypeArgs[k], own, parallel)
		}
	}
}

// applies adds what a function value with this identity does.
func (s *serialCheck) applies(pos ir.Pos, id *types.Type, own *effect, parallel bool) {
	switch {
	case id.Kind == types.KClo:
		if s.effect(id.Name).serial {
			s.serial(pos, id.Name, own, parallel)
		}
	case id.Kind == types.KVar && parallel:
		s.set(own.parallel, id.Name)
	case id.Kind == types.KVar:
		s.set(own.onebyone, id.Name)
	}
}

// serial adds the call of something serial.
func (s *serialCheck) serial(pos ir.Pos, name string, own *effect, parallel bool) {
	switch {
	case parallel && s.report != nil:
		s.report(pos, name)
	case !parallel && !own.serial:
		own.serial, s.changed = true, true
	}
}

func (s *serialCheck) set(of map[string]bool, name string) {
	if !of[name] {
		of[name], s.changed = true, true
	}
}
