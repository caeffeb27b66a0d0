package repl

// Variables that are read from files.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/pass"
	"nessiec/tools/data"
	"nessiec/tools/session"
)

// read defines a variable: NAME = FILE, or NAME = FILE:COLUMN,COLUMN. The type is what
// the columns hold.
func (x *Shell) read(_ context.Context, arg string) error {
	name, file, ok := strings.Cut(arg, "=")
	name, file = strings.TrimSpace(name), strings.TrimSpace(file)
	if !ok || name == "" || file == "" {
		fmt.Fprintln(x.errs, "expected a name and a file, as :read stock = stock.csv, or columns of it, as :read stock = stock.csv:item,price")
		return nil
	}
	if !x.isName(name) {
		return nil
	}
	t, columns, err := x.table(file)
	if err != nil {
		fmt.Fprintln(x.errs, err)
		return nil
	}
	rows := value.TypeText(t.typ.Elem())
	if strings.Contains(rows, ", ") && !strings.HasPrefix(rows, "(") {
		rows = "(" + rows + ")"
	}
	forms := x.parse(fmt.Sprintf("%s = [] %s", name, rows))
	if len(forms) != 1 || session.Defined(forms[0]) == "" {
		return nil // the name ends in more than a name
	}
	if err := x.define(forms[0], t.value); err != nil {
		return rejected(err)
	}
	fmt.Fprintf(x.out, "columns %s\n", strings.Join(columns, ", "))
	x.origin[session.Defined(forms[0])] = ":read " + arg
	return nil
}

// isName reports whether text is the name of a variable, and says so if not.
func (x *Shell) isName(text string) bool {
	e, ok := x.expression(text)
	if !ok {
		return false
	}
	if _, ok = e.(*nesl.Eval).Body.(*nesl.Id); !ok {
		fmt.Fprintf(x.errs, "no variable can have the name %s\n", text)
	}
	return ok
}

// A typed value is one with its type.
type typed struct {
	typ   *types.Type
	value value.Value
}

// table reads a file, or some of its columns, and returns the names of these.
func (x *Shell) table(file string) (t typed, columns []string, err error) {
	file, columns, err = data.SplitColumns(file)
	if err != nil {
		return t, nil, err
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return t, nil, err
	}
	f := data.WithColumns(file)
	if f == nil {
		return t, nil, fmt.Errorf("files that end in %q have no columns with names", filepath.Ext(file))
	}
	num := x.Options.Num()
	if t.typ, columns, err = f.Guess(file, b, num, columns); err != nil {
		return t, nil, err
	}
	t.value, err = f.ReadColumns(file, b, t.typ, num, columns)
	return t, columns, err
}

// define accepts a form that defines a variable, with a value in place of its own.
func (x *Shell) define(f nesl.Expr, v value.Value) error {
	c := pass.NewCtx(x.Options)
	_, p, err := x.elaborated(c, f)
	x.report(c)
	if err != nil {
		return err
	}
	for _, a := range p.Module.(*nkl.Module).Actions[len(x.kept):] {
		var k kept
		if a.Kind == program.Eval {
			k.value = v
		}
		x.kept = append(x.kept, k)
		x.printer.Emit(interp.Result{Action: a, Value: v})
	}
	x.forms = append(x.forms, f)
	return nil
}
