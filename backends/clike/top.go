package clike

// The top level: the slots that hold values between actions, a function that
// calls for each evaluation, and the table of actions.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A top lays out the slots of all actions. Inputs come first, since they are
// read as one tuple; every value has consecutive slots.
type top struct {
	*Program
	slots  int
	values map[*program.Action]slotRange
	args   map[*program.Action][]slotRange
	last   map[slotRange]*program.Action // the last action that needs a value
}

// forever stands for the last action that needs a value when there is none.
var forever = new(program.Action)

// A slotRange is the slots of a value: n of them from first on.
type slotRange struct{ first, n int }

func newTop(e *Program) *top {
	t := &top{Program: e, values: map[*program.Action]slotRange{}, args: map[*program.Action][]slotRange{}, last: map[slotRange]*program.Action{}}
	for _, a := range e.M.Actions {
		if a.Kind == program.Read {
			t.place(a, len(value.Pack(value.Zero(a.Type), a.Type)))
		}
	}
	named, inputs := map[string]slotRange{}, map[string]bool{}
	for _, a := range e.M.Actions {
		if a.Kind == program.Eval {
			t.place(a, len(e.funcs[a.Fn].Results))
			for _, name := range a.Args {
				r := named[name]
				t.args[a] = append(t.args[a], r)
				t.last[r] = a
				if e.Library != nil && !inputs[name] { // entries are called again and again
					t.last[r] = forever
				}
			}
		}
		if a.Result != "" {
			named[a.Result], inputs[a.Result] = t.values[a], a.Kind == program.Read
		}
	}
	return t
}

func (t *top) place(a *program.Action, n int) {
	t.values[a] = slotRange{t.slots, n}
	t.slots += n
}

// slot is the place of a scalar or array of type ty in slot i, as C has it.
func slot(i int, ty *types.Type) string {
	field := "a"
	if !kir.IsBuf(ty) {
		field = KindLetter(ty.Kind)
	}
	return fmt.Sprintf("nes_slots[%d].%s", i, field)
}

// text is the last part of the program.
func (t *top) text() string {
	var b strings.Builder
	var rows []string
	for i, a := range t.M.Actions {
		switch a.Kind {
		case program.Eval:
			b.WriteString("\n" + t.eval(i, a))
			rows = append(rows, t.evalRow(i, a))
		case program.Say:
			rows = append(rows, fmt.Sprintf("{NES_SAY, NULL, %s, NULL, NULL, 0, NULL, NULL, 0, 0, 0}", Quote(a.TypeText)))
		case program.PrintLength:
			rows = append(rows, fmt.Sprintf("{NES_PRINT_LENGTH, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 0, %d}", a.N))
		}
	}
	b.WriteString("\nstatic const nes_action actions[] = {\n")
	for _, r := range append(rows, "{NES_SAY, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 0, 0}") {
		fmt.Fprintf(&b, "    %s,\n", r)
	}
	b.WriteString("};\n\n" + t.program(len(rows)))
	if t.Library != nil {
		b.WriteString(Section("the library") + t.libraryCode())
	} else {
		b.WriteString(t.main())
	}
	return b.String()
}

func (t *top) main() string {
	run := "int main(int argc, char **argv) { return nes_main(argc, argv, &program); }\n"
	if t.Dialect.Main != "" {
		run = "#ifndef " + t.Dialect.Main + "\n" + run + "#endif\n"
	}
	return run
}

// program is the table of what the runtime has to know.
func (t *top) program(actions int) string {
	return fmt.Sprintf(`static const nes_program program = {
    %s, nes_sites, %d, actions, %d, %s, %s, %d, %s, %d, %d,
};

`, Quote(t.Dialect.Name), len(t.M.Sites), actions, t.inputs(), t.read(), t.slots, seed(t.Seed), value.PrintLength, t.words())
}

// words is 1 if the program reads the command line, whose words are then its own.
func (t *top) words() int {
	n := 0
	for _, f := range t.M.Funcs {
		ir.Walk(f.Body, func(s kir.Expr) bool {
			if c, ok := s.(*kir.CallRuntime); ok && (c.Fn == "argument" || c.Fn == "argument_count") {
				n = 1
			}
			return n == 0
		})
	}
	return n
}

// seed is a seed as a C expression.
func seed(n int64) string { return Int(value.Num{Int64: true}, n) }

// inputs is the descriptor of the tuple of all inputs.
func (t *top) inputs() string {
	var ds []string
	for _, a := range t.M.Actions {
		if a.Kind == program.Read {
			ds = append(ds, value.Descriptor(a.Type))
		}
	}
	if ds == nil {
		return "NULL"
	}
	return Quote("(" + strings.Join(ds, ",") + ")")
}

// read is the function that reads the inputs.
func (t *top) read() string {
	if t.reads() {
		return "nes_read_arguments"
	}
	return "NULL"
}

// eval is what action number i calls, and the slots it uses.
func (t *top) eval(i int, a *program.Action) string {
	f := t.funcs[a.Fn]
	var args, arrays, dies []string
	k := 0
	for j, r := range t.args[a] {
		repeated := slices.Contains(t.args[a][:j], r)
		for s := r.first; s < r.first+r.n; s++ {
			v := f.Params[k]
			k++
			args = append(args, slot(s, v.Type))
			if !kir.IsBuf(v.Type) {
				continue
			}
			arrays = append(arrays, fmt.Sprint(s))
			if t.last[r] == a && !repeated {
				dies = append(dies, fmt.Sprint(s))
			}
		}
	}
	return fmt.Sprintf("static void eval_%d(void)\n{\n%s}\nstatic const int args_%d[] = {%s}, dies_%d[] = {%s};\n",
		i, t.call(f, t.values[a].first, args), i, list(arrays), i, list(dies))
}

// call is the statements that store the results of a call in slots from first on.
func (t *top) call(f *kir.Func, first int, args []string) string {
	p := t.hostPrinter()
	p.indent = 1
	if len(f.Results) == 1 {
		p.Line("%s = %s(%s);", slot(first, f.Results[0]), f.Name, strings.Join(args, ", "))
		return p.String()
	}
	var outs []string
	for j, ty := range f.Results {
		p.Line("%sresult%d;", p.VarType(ty), j)
		outs = append(outs, fmt.Sprintf("&result%d", j))
	}
	p.Line("%s(%s);", f.Name, strings.Join(append(outs, args...), ", "))
	for j, ty := range f.Results {
		p.Line("%s = result%d;", slot(first+j, ty), j)
	}
	return p.String()
}

// list is the elements of a list that -1 ends.
func list(xs []string) string { return strings.Join(append(xs, "-1"), ", ") }

func (t *top) evalRow(i int, a *program.Action) string {
	name := "NULL"
	if a.Name != "" {
		name = Quote(a.Name)
	}
	r := t.values[a]
	kept := t.last[r] != nil
	return fmt.Sprintf("{NES_EVAL, %s, %s, %s, eval_%d, %d, args_%d, dies_%d, %d, %d, 0}", name, Quote(a.TypeText),
		Quote(value.Descriptor(a.Type)), i, r.first, i, i, bit(kept), bit(!t.hasEffect(a.Fn, map[string]bool{})))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasEffect reports whether a function may do what can be seen outside or
// makes a difference later; seen are the functions that were looked at.
func (t *top) hasEffect(fn string, seen map[string]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	found := false
	ir.Walk(t.funcs[fn].Body, func(s kir.Expr) bool {
		switch s := s.(type) {
		case *kir.CallRuntime:
			found = found || s.Fn != kir.Clock && s.Fn != "rand_key" && s.Fn != "argument" && s.Fn != "argument_count"
		case *kir.CallHost:
			found = found || t.hasEffect(s.Fn, seen)
		}
		return !found
	})
	return found
}
