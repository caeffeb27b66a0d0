package session

// The type of a polymorphic entry, from the arguments that it gets.

import (
	"slices"
	"strings"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/value"
	"nessiec/passes/pass"
	"nessiec/tools/data"
)

// TypedEntry is an entry with a type, if it is polymorphic and its arguments say which one, literals
// and files whose columns have names; else it is the entry. forms is the program, the last of them the
// entry. The error is of a file that cannot be read, or a *BadArgument.
func (s *Session) TypedEntry(o pass.Options, forms []nesl.Expr, entry string, args []Argument) (string, error) {
	name, _, typed := strings.Cut(entry, ":")
	names := Parameters(forms, strings.TrimSpace(name))
	args, err := Arrange(args, names, len(names))
	if typed || err != nil || len(args) == 0 {
		return entry, nil
	}
	c := pass.NewCtx(o)
	if _, err := s.Types(c, forms, nil); err == nil || !slices.ContainsFunc(c.Diags.Sorted(), func(d *diag.Diagnostic) bool { return d.Code == "E0310" }) {
		return entry, nil
	}
	var parts []string
	for _, a := range args {
		part := string(a.Data)
		if a.File {
			if part, err = a.emptyTable(o.Num()); part == "" {
				return entry, err
			}
		}
		parts = append(parts, "("+part+")")
	}
	// The types of the arguments, and that of a call with them.
	texts := append(parts, name+"("+strings.Join(parts, ", ")+")")
	var mistakes diag.List
	exprs := neslparser.Parse(0, strings.Join(texts, ";\n")+";", &mistakes).Forms
	if mistakes.HasErrors() || len(exprs) != len(texts) {
		return entry, s.badArgument(o, args)
	}
	types, err := s.Types(pass.NewCtx(o), forms[:len(forms)-1], exprs)
	if err != nil {
		return entry, s.badArgument(o, args)
	}
	n := len(types) - 1
	for i, t := range types {
		types[i] = "(" + t + ")"
	}
	params := strings.Join(types[:n], ", ")
	if n > 1 {
		params = "(" + params + ")"
	}
	return strings.TrimSpace(name) + " : " + params + " -> " + types[n], nil
}

// A BadArgument is an argument of a polymorphic entry that is no value of any type.
type BadArgument struct{ Argument Argument }

func (b *BadArgument) Error() string {
	found := []rune(string(b.Argument.Data))
	if len(found) > 40 {
		found = append(found[:40:40], '…')
	}
	return (&data.Problem{File: b.Argument.From, Msg: "expected a value, found `" + string(found) + "`"}).Error()
}

// badArgument is the first literal that is no value; nil: they all are.
func (s *Session) badArgument(o pass.Options, args []Argument) error {
	for _, a := range args {
		if a.File {
			continue
		}
		var mistakes diag.List
		exprs := neslparser.Parse(0, string(a.Data)+";", &mistakes).Forms
		if _, err := s.Types(pass.NewCtx(o), nil, exprs); err != nil || mistakes.HasErrors() || len(exprs) != 1 {
			return &BadArgument{a}
		}
	}
	return nil
}

// emptyTable is an empty sequence of what the rows of a file hold, in NESL; "" if columns of its format have no names.
func (a Argument) emptyTable(num value.Num) (string, error) {
	f := a.Format
	if f == nil {
		f = data.WithColumns(a.From)
	}
	if f == nil || !f.HasColumns() {
		return "", nil
	}
	t, _, err := f.Guess(a.From, a.Data, num, a.Columns)
	if err != nil {
		return "", err
	}
	return "[] (" + value.TypeText(t.Elem()) + ")", nil
}
