package driver

// Self-test: what must hold of every pass and every program, tested on request
// (always under go test). The output prints and reads back as the same text;
// the input was not changed; and the pass, applied to its input printed and
// read back, makes the same text again, so nothing but the text matters.

import (
	"fmt"

	"nessiec/ir/text"
	"nessiec/passes/pass"
)

// A selfTest remembers what is needed from before a pass; nil tests nothing.
type selfTest struct {
	d    *Driver
	ctx  *pass.Ctx
	in   tested
	pass *pass.Pass
}

// tested is a program, its text, and what was read back from the text, if that
// was tested: it is what the next pass starts with.
type tested struct {
	Program
	text string
	back any
}

var withPositions = text.Options{Positions: true}

// startSelfTest starts the test of a pass; last is what came out of the one before.
func (d *Driver) startSelfTest(c *pass.Ctx, in Program, ps *pass.Pass, last tested) *selfTest {
	if !d.SelfTest {
		return nil
	}
	if last.Module != in.Module {
		last = tested{text: in.Text(withPositions)}
	}
	last.Program = in
	return &selfTest{d, c.Fork(), last, ps}
}

// after tests what came out.
func (t *selfTest) after(out Program) (tested, error) {
	if t == nil {
		return tested{}, nil
	}
	if now := t.in.Text(withPositions); now != t.in.text {
		return tested{}, fmt.Errorf("the pass changed its input: %s", difference(t.in.text, now))
	}
	o := tested{out, t.in.text, t.in.back}
	if out.Module != t.in.Module || o.back == nil {
		var err error
		if o, err = reread(out); err != nil {
			return o, err
		}
	}
	if err := verify(Program{Lang: out.Lang, Module: o.back}, Program{}); err != nil {
		return o, fmt.Errorf("the output, printed and read back, is rejected: %w", err)
	}
	return o, t.twice(o.text)
}

// reread prints a program and reads it back.
func reread(p Program) (tested, error) {
	o := tested{Program: p, text: p.Text(withPositions)}
	var err error
	if o.back, err = p.Lang.Family.Parse(o.text); err != nil {
		return o, fmt.Errorf("the output cannot be read back: %w", err)
	}
	if again := p.Lang.Family.Text(o.back, withPositions); again != o.text {
		return o, fmt.Errorf("the output changes by printing and reading: %s", difference(o.text, again))
	}
	return o, nil
}

// twice runs the pass again, on its input printed and read back.
func (t *selfTest) twice(want string) error {
	in := t.in.back
	if in == nil {
		var err error
		if in, err = t.in.Lang.Family.Parse(t.in.text); err != nil {
			return fmt.Errorf("the input cannot be read back: %w", err)
		}
	}
	quiet := *t.d
	quiet.Dir = ""
	out, err := quiet.apply(t.ctx, Program{t.in.Lang, in, t.in.Next}, t.pass)
	if err != nil {
		return fmt.Errorf("the pass fails on its input printed and read back: %w", err)
	}
	if got := t.pass.To.Family.Text(out, withPositions); got != want {
		return fmt.Errorf("the pass makes something else from its input printed and read back: %s", difference(want, got))
	}
	return nil
}

// difference shows the first line in which two texts differ.
func difference(a, b string) string {
	as, bs := lines(a), lines(b)
	for i := 0; i < len(as) || i < len(bs); i++ {
		x, y := at(as, i), at(bs, i)
		if x != y {
			return fmt.Sprintf("line %d:\n- %s\n+ %s", i+1, x, y)
		}
	}
	return "no difference"
}

func at(ls []string, i int) string {
	if i < len(ls) {
		return ls[i]
	}
	return "(end)"
}
