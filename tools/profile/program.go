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
	steps, _ := kir.Steps(m)
	users := usersOf(m)
	for _, s := range steps {
		var st step
		switch s := s.(type) {
		case *kir.Launch:
			st = p.launch(kernels[s.Kernel], s)
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
	}
	return p
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

func (p *Program) launch(k *kir.Kernel, l *kir.Launch) step {
	st := step{kernel: k.Name, home: p.place(l.Pos())}
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
