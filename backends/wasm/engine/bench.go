package engine

// Measuring the actions of a program: those that have no effect are done again.

import (
	"time"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
)

// A Bench says what is measured: one cold run and so many more of every action that
// has a name, or of those that are called Name.
type Bench struct {
	Runs   int
	Name   string
	Report func(Measured)
}

// Measured is the times of an action; there are none if it cannot be done again.
type Measured struct {
	Name string
	Cold time.Duration
	Runs []time.Duration
	Once Stats // of one run; the peak is that of the program so far
}

// measure does an action again and again, if that is asked for; its arguments stay.
func (m *Machine) measure(a *program.Action, args []val) (err error) {
	b := m.opts.Bench
	switch {
	case b == nil || a.Name == "" || b.Name != "" && b.Name != a.Name:
		return nil
	case m.hasEffect(a.Fn, map[string]bool{}):
		b.Report(Measured{Name: a.Name})
		return nil
	}
	once := func() (time.Duration, error) {
		var flat []uint64
		for _, v := range args {
			m.retain(v)
			flat = append(flat, v.raw)
		}
		start := time.Now()
		out, failed := m.callFunc(a.Fn, flat)
		if failed != nil {
			return 0, stopped{failed}
		}
		took := time.Since(start)
		m.drop(out)
		return took, nil
	}
	x := Measured{Name: a.Name}
	before := m.Stats()
	if x.Cold, err = once(); err != nil {
		return err
	}
	after := m.Stats()
	x.Once = Stats{Launches: after.Launches - before.Launches, Arrays: after.Arrays - before.Arrays,
		Reused: after.Reused - before.Reused, Peak: after.Peak, Memory: after.Memory}
	x.Runs = make([]time.Duration, b.Runs)
	for i := range x.Runs {
		if x.Runs[i], err = once(); err != nil {
			return err
		}
	}
	b.Report(x)
	return nil
}

// hasEffect reports whether a function may do what can be seen outside or makes a
// difference later; seen are the functions that were looked at.
func (m *Machine) hasEffect(fn string, seen map[string]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	return ir.Any(m.funcs[fn].Body, func(s kir.Expr) bool {
		switch s := s.(type) {
		case *kir.CallRuntime:
			return s.Fn != kir.Clock
		case *kir.CallHost:
			return m.hasEffect(s.Fn, seen)
		}
		return false
	})
}
