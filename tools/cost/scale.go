package cost

// A program at several sizes: compiled once, executed with other arguments.

import (
	"errors"
	"fmt"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// A Program is compiled with main as its entry, and not yet executed.
type Program struct {
	options pass.Options
	named   driver.Program                     // in LiveLanguage
	flat    map[*grammar.Family]driver.Program // the last one of every family
}

// Prepare compiles m, which has a function main, by the passes ps.
func Prepare(ps []pass.Pass, o pass.Options, m *nesl.Module) (*Program, error) {
	out := &Program{options: o, flat: map[*grammar.Family]driver.Program{}}
	entry := *m
	entry.Forms = append(append([]nesl.Expr(nil), m.Forms...), names.EntryForm("main", nil))
	p, err := Compile(o, &entry, LiveLanguage)
	if err != nil {
		return nil, err
	}
	out.named = p
	d := &driver.Driver{Passes: ps, NoVerify: true}
	d.Observe = append(d.Observe, func(r *driver.Row) { out.flat[r.Out.Lang.Family] = r.Out })
	_, err = d.Run(pass.NewCtx(o), p, len(d.Passes))
	return out, err
}

// A Point is what a program costs for one argument.
type Point struct {
	Work     int64 // of the nested program
	Unshared int64 // the same if sequences in sequences are not shared
	Live     int64 // bytes of the nested program
	Moved    int64 // elements
	Peak     int64 // bytes
	Launches int64
}

func (p Point) String() string {
	return fmt.Sprintf("work %d, unshared %d, live %d, moved %d, peak %d, launches %d", p.Work, p.Unshared, p.Live, p.Moved, p.Peak, p.Launches)
}

// ErrDevice says that the compiled program does something else, ErrExplodes that it
// makes an array that is large beyond proportion.
var (
	ErrDevice   = errors.New("the device does something else")
	ErrExplodes = errors.New("an array is much longer than the work")
)

// largest is how many elements an array may have: a few for each unit of work.
func largest(work int64) int64 { return 1<<16 + 4*work }

// At measures for the argument arg, NESL literals. The error is ErrDevice or
// ErrExplodes, or says that the program fails, takes more work than most, or cannot be
// measured; the point has what is known by then.
func (p *Program) At(arg string, most int64) (pt Point, err error) {
	in, err := p.input(arg)
	if err != nil {
		return pt, err
	}
	want, work, err := Nested(p.options, p.named, in, most, false)
	if err != nil {
		return pt, err
	}
	pt.Work = work
	if _, pt.Unshared, err = Nested(p.options, p.named, in, 100*most, true); err != nil {
		return pt, err
	}
	if pt.Live, err = Live(p.options, p.named, in, most); err != nil {
		return pt, err
	}
	x, err := Simulate(p.options, p.flat[grammar.KIR], refkir.Options{Trust: true, MaxElems: largest(pt.Unshared)}, in)
	var failed *interp.Error
	switch {
	case errors.As(err, &failed) && failed.Kind == interp.Memory:
		return pt, ErrExplodes
	case err != nil:
		return pt, fmt.Errorf("%w: %w", ErrDevice, err)
	}
	if !value.CloseText(want, x.Output, 1e-9) {
		return pt, fmt.Errorf("%w: it prints %q, not %q", ErrDevice, x.Output, want)
	}
	pt.Moved, pt.Peak, pt.Launches = x.Moved(), x.Cost.Peak, x.Stats.Launches
	return pt, nil
}

// Flat is what the last program of a flat family moves and holds. The error says
// that it fails, or takes more steps than most.
func (p *Program) Flat(f *grammar.Family, arg string, most int64) (moved, peak int64, err error) {
	in, err := p.input(arg)
	if err != nil {
		return 0, 0, err
	}
	q := p.flat[f]
	w, _ := world(p.options)
	w.MaxSteps = most
	c, failed := levels.RunnerOf(q.Lang, q.Module)(p.options, w, in, func(interp.Result) {})
	return c.Reads + c.Writes + c.Copies, c.Peak, failure(failed)
}

// Nested is the program in LiveLanguage.
func (p *Program) Nested() *nkl.Module { return p.named.Module.(*nkl.Module) }

// Families are those whose evaluators count what is moved and held, in order.
func Families() []*grammar.Family { return []*grammar.Family{grammar.FKL, grammar.LCU, grammar.KIR} }

func (p *Program) input(arg string) ([]value.Value, error) {
	return levels.ReadInputs(p.options, levels.ActionsOf(p.named.Module), driver.Input{Args: []string{arg}})
}
