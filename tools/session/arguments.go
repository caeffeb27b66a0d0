package session

// The arguments of an entry, by name and by position.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/tools/data"
)

// ParameterOf takes the argument NAME=REST of a command line apart; false if it has no such name.
func ParameterOf(arg string) (name, rest string, ok bool) {
	name, rest, ok = strings.Cut(arg, "=")
	if !ok || name == "" || strings.HasPrefix(rest, "=") || strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}) {
		return "", "", false
	}
	return name, rest, true
}

// IsIdentifier reports whether a name can be one in C and Python.
func IsIdentifier(name string) bool {
	_, _, ok := ParameterOf(name + "=")
	return ok && !strings.ContainsAny(name[:1], "0123456789")
}

// An Argument is a value for a parameter of the entry.
type Argument struct {
	Param string // what the parameter is called; "": the next one that has none
	From  string // what it is called in messages: a file, or the parameter
	Data  []byte
	// File says that the suffix of From tells the format. Other data are literals of
	// NESL, if Format is nil, too.
	File   bool
	Format *data.Format
	// Columns are the names of the columns that are read; nil: all, in their order.
	Columns []string
}

// FormatFor is the format of the argument if it is of type t; nil for literals.
func (a Argument) FormatFor(t *types.Type) *data.Format {
	if a.Format == nil && a.File {
		return data.Of(a.From, t)
	}
	return a.Format
}

// Value is the argument as a value of type t. The data must not change
// afterwards: they may be a part of it.
func (a Argument) Value(t *types.Type, num value.Num) (value.Value, error) {
	f := a.FormatFor(t)
	switch {
	case f != nil && a.Columns != nil:
		return f.ReadColumns(a.From, a.Data, t, num, a.Columns)
	case f != nil:
		return f.Read(a.From, a.Data, t, num)
	case a.Columns != nil:
		return nil, &data.Problem{File: a.From, Msg: "literals of NESL have no columns with names; -format says that the file is a table"}
	}
	r := value.NewReader(a.From, a.Data, num)
	v, err := r.Printed(t)
	if err == nil {
		err = r.End()
	}
	return v, err
}

// Parameters is what the last definition of a function calls its parameters, nil if
// there is none. A parameter that is a tuple and is not called by its components has
// one name.
func Parameters(forms []nesl.Expr, name string) (names []string) {
	for _, f := range slices.Backward(forms) {
		if f, ok := f.(*nesl.Function); ok && f.Name == strings.ToLower(name) {
			for p := f.Param; ; {
				pair, ok := p.(*nesl.PatPair)
				if !ok {
					return append(names, parameter(p))
				}
				names, p = append(names, parameter(pair.Left)), pair.Right
			}
		}
	}
	return nil
}

// parameter is the name of a parameter, "" if it is a pattern.
func parameter(p nesl.Expr) string {
	switch p := p.(type) {
	case *nesl.PatVar:
		return p.Name
	case *nesl.PatDefault:
		return p.Name
	}
	return ""
}

// Arrange puts arguments in the order of the n parameters of an entry with these
// names.
func Arrange(args []Argument, names []string, n int) ([]Argument, error) {
	if len(names) != n { // the components of a tuple have no names
		names = make([]string, n)
	}
	out := make([]Argument, n)
	taken := make([]bool, n)
	for _, a := range args {
		if a.Param == "" {
			continue
		}
		i := slices.Index(names, strings.ToLower(a.Param))
		switch {
		case i < 0:
			return nil, unknownParameter(a.Param, names)
		case taken[i]:
			return nil, fmt.Errorf("error[E0051]: the argument %s is given twice", names[i])
		}
		out[i], taken[i] = a, true
	}
	for _, a := range args {
		if a.Param != "" {
			continue
		}
		i := slices.Index(taken, false)
		if i < 0 {
			return nil, fmt.Errorf("error[E0051]: the entry point takes %d arguments, but %d were given", n, len(args))
		}
		out[i], taken[i] = a, true
		if a.From == "" {
			out[i].From = fmt.Sprintf("argument %d", i+1)
		}
	}
	if i := slices.Index(taken, false); i >= 0 {
		what := fmt.Sprintf("number %d", i+1)
		if names[i] != "" {
			what = names[i]
		}
		return nil, fmt.Errorf("error[E0051]: the entry point takes %d arguments, but %s is missing", n, what)
	}
	return out, nil
}

func unknownParameter(name string, names []string) error {
	known := slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "" })
	hint := "its parameters have no names"
	if len(known) > 0 {
		hint = "its parameters are " + strings.Join(known, ", ")
	}
	if near := diag.Nearest(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Errorf("error[E0051]: the entry point has no parameter %s; %s", name, hint)
}
