package infer

// Type errors in words: what was found, what was expected, and why.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/value"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// text is a type in a message.
func text(t *hm.Type) string {
	if t.Find().Kind == hm.Pair {
		return "(" + hm.Text(t) + ")"
	}
	return hm.Text(t)
}

// width is how many characters to underline for e.
func width(e nesl.Expr) int {
	switch e := e.(type) {
	case *nesl.Local:
		return len(Hint(e.Name))
	case *nesl.Global:
		return len(e.Name)
	case *nesl.Apply:
		if g, ok := e.Fn.(*nesl.Global); ok && g.Pos() == e.Pos() && names.Operators[g.Name].Likes == "" {
			return 1
		}
		return width(e.Fn)
	case *nesl.String:
		return len([]rune(e.Val)) + 2
	}
	return 1
}

// A mistake is a diagnostic about a type.
type mistake struct{ *diag.Diagnostic }

// failed reports that an equation between types failed at e.
func (in *Inferrer) failed(e nesl.Expr, f *hm.Failure, format string, args ...any) mistake {
	code := [...]string{hm.Mismatch: "E0301", hm.BadClass: "E0302", hm.Infinite: "E0303", hm.Identity: "E0304"}[f.Kind]
	d := in.C.Errorf(e.Pos(), code, format, args...).Underline(width(e))
	switch f.Kind {
	case hm.Infinite:
		infinite(d, f)
	case hm.Identity:
		twoFunctions(d, f.A.Label, f.B.Label)
	}
	return mistake{d}
}

// infinite says how the type would contain itself.
func infinite(d *diag.Diagnostic, f *hm.Failure) {
	if f.B.Find().Kind == hm.Clo {
		d.Message = "a function value would hold another one with the same type"
		d.WithHint("every function value has a type of its own: pass the part that grows as data, not wrapped in functions")
		return
	}
	d.Note(ir.Pos{}, 0, fmt.Sprintf("the type would contain itself: %s inside %s", text(f.A), text(f.B)))
}

// twoFunctions reports functions a and b where only one can be.
func twoFunctions(d *diag.Diagnostic, a, b *hm.Label) {
	d.Message = "this is another function, and every function has a type of its own"
	if !a.Pos.IsValid() && !b.Pos.IsValid() {
		d.Message = fmt.Sprintf("%s and %s are different functions, and every function has a type of its own", a.Name, b.Name)
	}
	for _, l := range []*hm.Label{a, b} {
		if l.Pos.IsValid() && l.Pos != d.Pos {
			d.Note(l.Pos, 1, "the other function is here")
		}
	}
	d.WithHint("choose between the results of the functions instead")
}

// because points at the place that made t what it is.
func (m mistake) because(t *hm.Type) mistake {
	if why := t.Why(); why.IsValid() && why != m.Pos {
		m.Note(why, 1, "it is "+text(t)+" because of this")
	}
	return m
}

// expects points at the place that made the expected type what it is.
func (m mistake) expects(f *hm.Failure) mistake {
	if f.Kind == hm.Mismatch && f.Why.IsValid() && f.Why != m.Pos {
		m.Note(f.Why, 1, text(f.B)+" is expected because of this")
	}
	return m
}

// notFunction reports the application of something else.
func (in *Inferrer) notFunction(e *nesl.Apply, tf *hm.Type, f *hm.Failure) {
	what := "this"
	switch fn := e.Fn.(type) {
	case *nesl.Local:
		what = Hint(fn.Name)
	case *nesl.Global:
		what = fn.Name
	}
	d := in.C.Errorf(e.Fn.Pos(), "E0305", "%s is %s, which is not a function and cannot be applied", what, text(tf)).Underline(width(e.Fn))
	if f.Kind == hm.Infinite {
		d.Message = what + " is applied to itself, which has no type"
		return
	}
	mistake{d}.because(tf)
	if g, ok := e.Arg.(*nesl.Global); ok && in.find(g.Name, g.Version).Scheme != nil {
		d.WithHint(g.Name + " is no operator, its arguments follow it: " + g.Name + "(a, b)")
	} else if arg, fn := e.Arg.Pos(), e.Fn.Pos(); arg.Line() > fn.Line() && arg.File() == fn.File() {
		d.Code, d.Message = "E0121", fmt.Sprintf("expected `;` before the next line: %s is %s, which is not a function and cannot be applied", what, text(tf))
		d.Note(arg, width(e.Arg), "it would be applied to this").
			WithHint("every form, and every binding of a let but the last, ends with ;")
	}
}

// tooFew reports a call with too few arguments.
func (in *Inferrer) tooFew(e *nesl.Apply, g *nesl.Global, d *Definition, a *arguments, want *hm.Type) {
	found := text(pairTypes(a.types))
	m := in.C.Errorf(e.Arg.Pos(), "E0306", "%s takes %s, found %s", spelling(g), text(want), found).Underline(width(e.Arg))
	in.definedAt(m, d, g)
}

// wrongArgument reports argument i of a call, which should be of type want.
func (in *Inferrer) wrongArgument(e *nesl.Apply, g *nesl.Global, d *Definition, a *arguments, i int, want *hm.Type, f *hm.Failure) {
	if op, ok := names.Operators[g.Name]; ok && g.Version == 0 {
		in.wrongOperand(e, g.Name, op, a, i, want, f)
		return
	}
	what := "the argument"
	if len(a.types) > 1 {
		what = fmt.Sprintf("argument %d", i+1)
	}
	m := in.failed(a.at[i], f, "%s of %s is %s, expected %s", what, g.Name, text(a.types[i]), text(want))
	m.because(a.types[i]).expects(f)
	in.definedAt(m.Diagnostic, d, g)
	switch {
	case m.Hint != "":
	case f.Kind == hm.BadClass:
		m.WithHint(classHint(f))
	case f.Kind == hm.Mismatch:
		m.WithHint(conversionHint(a.types[i], want))
	}
	if d == in.current && m.Hint == "" {
		m.WithHint("inside its own definition a function is used with one type")
	}
}

// definedAt points at the definition of what is called; for a function of the
// library it says the type.
func (in *Inferrer) definedAt(m *diag.Diagnostic, d *Definition, g *nesl.Global) {
	switch _, operator := names.Operators[g.Name]; {
	case in.Lib == nil || operator:
	case d.version > 0 && d.Pos.IsValid():
		m.Note(d.Pos, len(d.Name), d.Name+" is defined here")
	case d.version == 0:
		t := hm.Shown(hm.FunOf(hm.CloOf(d.Label), d.Scheme.Arg, d.Scheme.Res))
		m.Note(ir.Pos{}, 0, d.Name+" : "+value.TypeText(t))
	}
}

// spelling is how a message calls a function or an operator.
func spelling(g *nesl.Global) string {
	if _, ok := names.Operators[g.Name]; ok && g.Version == 0 {
		return "`" + g.Name + "`"
	}
	return g.Name
}

// wrongOperand reports an operand of an operator.
func (in *Inferrer) wrongOperand(e *nesl.Apply, name string, op names.Operator, a *arguments, i int, want *hm.Type, f *hm.Failure) {
	t := a.types[i]
	if name == "[]" && i == 0 {
		in.indexed(e, t, f)
		return
	}
	var m mistake
	switch {
	case op.Likes != "" && i == 1 && f.Kind == hm.Mismatch:
		m = in.failed(e, f, "the operands of `%s` have one type: the left one is %s, the right one %s", name, text(a.types[0]), text(t))
		m.because(a.types[0])
	case op.Likes != "":
		m = in.failed(a.at[i], f, "`%s` works on %s, found %s", name, op.Likes, text(t))
		m.because(t)
	default:
		m = in.failed(a.at[i], f, "%s is %s, expected %s", op.Operand(name, i), text(t), text(want))
		m.because(t)
	}
	if h := operandHint(e, name, op, a, i, f); h != "" {
		m.WithHint(h)
	}
}

// indexed reports a[i] where a is no sequence: often the call of a function
// without parentheses.
func (in *Inferrer) indexed(e *nesl.Apply, t *hm.Type, f *hm.Failure) {
	pair := e.Arg.(*nesl.Pair)
	name := "f"
	switch s := pair.Left.(type) {
	case *nesl.Global:
		name = s.Name
	case *nesl.Local:
		name = Hint(s.Name)
	}
	if t.Find().Kind == hm.Fun {
		in.C.Errorf(pair.Left.Pos(), "E0307", "brackets behind an operand are an index, but %s is a function", name).Underline(len(name)).
			WithHint("put the argument in parentheses: " + name + "([...])")
		return
	}
	m := in.failed(pair.Left, f, "only a sequence can be indexed, found %s", text(t)).because(t)
	if t.Find().Kind == hm.Pair {
		m.WithHint("the components of a tuple are taken with a pattern: let (a, b) = ... in ...")
	}
}
