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
	d      *Driver
	ctx    *pass.Ctx
	in     Program
	pass   *pass.Pass
	before string
}

var withPositions = text.Options{Positions: true}

func (d *Driver) startSelfTest(c *pass.Ctx, in Program, ps *pass.Pass) *selfTest {
	if !d.SelfTest {
		return nil
	}
	return &selfTest{d, c.Fork(), in, ps, in.Text(withPositions)}
}

func (t *selfTest) after(out Program) error {
	if t == nil {
		return nil
	}
	if now := t.in.Text(withPositions); now != t.before {
		return fmt.Errorf("the pass changed its input: %s", difference(t.before, now))
	}
	s := out.Text(withPositions)
	back, err := out.Lang.Family.Parse(s)
	if err != nil {
		return fmt.Errorf("the output cannot be read back: %w", err)
	}
	if again := out.Lang.Family.Text(back, withPositions); again != s {
		return fmt.Errorf("the output changes by printing and reading: %s", difference(s, again))
	}
	if err := t.d.verify(out.Lang, back); err != nil {
		return fmt.Errorf("the output, printed and read back, is rejected: %w", err)
	}
	return t.twice(s)
}

// twice runs the pass again, on its input printed and read back.
func (t *selfTest) twice(want string) error {
	in, err := t.in.Lang.Family.Parse(t.before)
	if err != nil {
		return fmt.Errorf("the input cannot be read back: %w", err)
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
