package engine

// Measuring the actions of a program: those that have no effect are done again.

import (
	"time"

	"nessiec/backends"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
)

// measure does an action again and again, if that is asked for; its arguments stay.
func (m *Machine) measure(a *program.Action, args []val) (err error) {
	b := m.opts.Bench
	switch {
	case b == nil || a.Name == "" || b.Name != "" && b.Name != a.Name:
		return nil
	case m.hasEffect(a.Fn, map[string]bool{}):
		b.Report(backends.Measured{Name: a.Name})
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
	x := backends.Measured{Name: a.Name}
	before := m.Stats()
	if x.Cold, err = once(); err != nil {
		return err
	}
	after := m.Stats()
	after.Launches -= before.Launches
	after.Arrays -= before.Arrays
	x.Once = after.Counters()
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
