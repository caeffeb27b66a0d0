package vm

// Element code: steps that run once per element, in the frame of the host
// function, whose registers they read.

import (
	"nessiec/ir"
)

// A status tells how a body of element code ended.
type status uint8

const (
	done   status = iota // results are in place
	again                // Recur: registers of the loop are set
	failed               // a check failed
)

// A step is a computation, or control that may end the body.
type step struct {
	do   func(*Frame)
	ctrl func(*Frame) status
}

// Elem is a body of element code being emitted or run.
type Elem struct {
	fn    *Func
	loop  []Reg // registers of the innermost loop
	steps []step
}

// NewElem starts element code of f.
func (f *Func) NewElem() *Elem { return &Elem{fn: f} }

// exec runs the body for the element that the index registers say.
func (e *Elem) exec(f *Frame) status {
	for i := range e.steps {
		s := &e.steps[i]
		if s.do != nil {
			s.do(f)
		} else if st := s.ctrl(f); st != done {
			return st
		}
	}
	return done
}

func (e *Elem) control(ctrl func(*Frame) status) { e.steps = append(e.steps, step{ctrl: ctrl}) }

func (e *Elem) nested(loop []Reg, body func(Emitter)) *Elem {
	sub := &Elem{fn: e.fn, loop: loop}
	body(sub)
	return sub
}

// Do is described at Emitter.
func (e *Elem) Do(do func(*Frame)) { e.steps = append(e.steps, step{do: do}) }

// Move is described at Emitter.
func (e *Elem) Move(dst, src []Reg) { e.Do(move(dst, src)) }

// If is described at Emitter.
func (e *Elem) If(cond Reg, then, els func(Emitter)) {
	t, u, c := e.nested(e.loop, then), e.nested(e.loop, els), cond.at
	e.control(func(f *Frame) status {
		if f.words[c] != 0 {
			return t.exec(f)
		}
		return u.exec(f)
	})
}

// Loop is described at Emitter.
func (e *Elem) Loop(vars, inits []Reg, body func(Emitter)) {
	e.Move(vars, inits)
	b := e.nested(vars, body)
	e.control(func(f *Frame) status {
		for {
			if st := b.exec(f); st != again {
				return st
			}
			f.run.spend(1)
		}
	})
}

// Recur is described at Emitter.
func (e *Elem) Recur(args []Reg) {
	next := move(e.loop, args)
	e.control(func(f *Frame) status {
		next(f)
		return again
	})
}

// Check is described at Emitter.
func (e *Elem) Check(cond Reg, at ir.Pos, message string) {
	site, c := e.fn.site(at, message), cond.at
	e.control(func(f *Frame) status {
		if f.words[c] != 0 {
			return done
		}
		f.failed = site
		return failed
	})
}
