// Package profile says which lines of a program take the time and the memory. A program
// that is compiled with the option profile tells what it does, step by step of its host
// code (kir.Steps); the time of a kernel is divided among its lines by what they cost.
//
//	program.go   the lines that steps belong to
//	shares.go    the lines that are in a kernel
//	events.go    what a program has told
//	report.go    sums by line and by kernel
//	text.go, page.go  both for people
package profile

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
)

// A Program is what events are about.
type Program struct {
	Files diag.Files
	steps []step
}

// A step is a statement of the host.
type step struct {
	kernel string  // that is launched; "" for others
	effect string  // that is performed
	home   Place   // Line 0: not known
	shares []Share // of the time of a launch
}

// New prepares a program in kir.legal that was compiled for a profile.
func New(m *kir.Module, files diag.Files) *Program {
	p := &Program{Files: files}
	kernels := map[string]*kir.Kernel{}
	for _, k := range m.Kernels {
		kernels[k.Name] = k
	}
	steps, number := kir.Steps(m)
	users := usersOf(m)
	called, calls := make([]Place, len(steps)), callsOf(m) // the line that calls the function that a step is in
	for _, f := range m.Funcs {
		home := p.callOf(f, calls, map[*kir.Func]bool{})
		ir.Walk(f.Body, func(e kir.Expr) bool {
			if n, ok := number[e]; ok {
				called[n] = home
			}
			return true
		})
	}
	for i, s := range steps {
		var st step
		switch s := s.(type) {
		case *kir.Launch:
			st = p.launch(kernels[s.Kernel], s, called[i])
		case *kir.CallRuntime:
			st.effect, st.home = s.Fn, p.place(s.Pos())
		default:
			st.home = p.place(s.Pos())
		}
		p.steps = append(p.steps, st)
	}
	for i, s := range steps { // what has no place has that of the launch that makes or uses it
		for _, v := range arraysOf(s) {
			for _, l := range users[v] {
				if home := p.steps[slices.Index(steps, kir.Expr(l))].home; p.steps[i].home.Line == 0 {
					p.steps[i].home = home
				}
			}
		}
		if p.steps[i].home.Line == 0 {
			p.steps[i].home = called[i]
		}
	}
	return p
}

// A call is one of a host function, and the function that it is in.
type call struct {
	in *kir.Func
	at ir.Pos
}

// callsOf is the calls of every host function, by its name.
func callsOf(m *kir.Module) map[string][]call {
	out := map[string][]call{}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e kir.Expr) bool {
			if c, ok := e.(*kir.CallHost); ok {
				out[c.Fn] = append(out[c.Fn], call{f, c.Pos()})
			}
			return true
		})
	}
	return out
}

// callOf is the only line that calls f, perhaps through functions of the library, whose code
// has no lines; none if there are several. seen are the functions that were looked at.
func (p *Program) callOf(f *kir.Func, calls map[string][]call, seen map[*kir.Func]bool) (home Place) {
	seen[f] = true
	for _, c := range calls[f.Name] {
		at := p.place(c.at)
		switch {
		case at.Line == 0 && seen[c.in]:
			continue
		case at.Line == 0:
			at = p.callOf(c.in, calls, seen)
		}
		if home.Line > 0 && at != home {
			return Place{}
		}
		home = at
	}
	return home
}

// place is the line of a position in one of the files.
func (p *Program) place(pos ir.Pos) Place {
	for _, at := range append([]ir.Pos{pos}, pos.Calls()...) {
		if at.IsValid() && at.File() < len(p.Files) {
			return placeOf(at)
		}
	}
	return Place{}
}

// launch is the step of a launch, in a function that a line calls.
func (p *Program) launch(k *kir.Kernel, l *kir.Launch, called Place) step {
	st := step{kernel: k.Name, home: p.place(l.Pos())}
	if st.home.Line == 0 && len(shares(k, Place{})) == 0 {
		st.home = called
	}
	st.shares = shares(k, st.home)
	st.shares = slices.DeleteFunc(st.shares, func(s Share) bool { return s.File >= len(p.Files) })
	if st.home.Line == 0 && len(st.shares) > 0 {
		st.home = slices.MaxFunc(st.shares, func(a, b Share) int { return int(1e6 * (a.Part - b.Part)) }).Place
	}
	return st
}

// usersOf is the launches that are given an array, in order.
func usersOf(m *kir.Module) map[*kir.Var][]*kir.Launch {
	out := map[*kir.Var][]*kir.Launch{}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e kir.Expr) bool {
			if l, ok := e.(*kir.Launch); ok {
				for _, a := range l.Args {
					if v := kir.VarOf(a); v != nil && kir.IsBuf(v.Type) {
						out[v] = append(out[v], l)
					}
				}
			}
			return true
		})
	}
	return out
}

// arraysOf is the arrays that a step makes, reads or releases.
func arraysOf(s kir.Expr) (out []*kir.Var) {
	switch s := s.(type) {
	case *kir.Launch, *kir.CallRuntime:
	case *kir.Read:
		for _, b := range s.Bufs {
			out = append(out, kir.VarOf(b))
		}
	case *kir.Release:
		out = append(out, kir.VarOf(s.Buf))
	default:
		kir.EachBind(s, func(v *kir.Var) { out = append(out, v) })
	}
	return out
}
