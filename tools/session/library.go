package session

// Programs with several entries. The front end knows one entry of a program; so it
// reads the program once for each, and what it makes of that is put together: the
// passes that follow take any number of entries.

import (
	"fmt"
	"strconv"
	"strings"

	"nessiec/backends"
	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	irtext "nessiec/ir/text"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Library reads a program with entries, up to nkl.elaborated, and says what they are
// for others. Mistakes are in the diagnostics of c, and the error is then
// driver.ErrRejected.
func (s *Session) Library(c *pass.Ctx, src Source, name string, entries []string) (driver.Program, *backends.Library, error) {
	lib := &backends.Library{Name: name}
	var whole driver.Program
	all := &linked{funcs: map[string]string{}, results: map[string]bool{}}
	for i, entry := range entries {
		once := c
		if i > 0 { // what there is to warn of was said
			once = c.Fork()
		}
		src.Entry = entry
		p, err := s.Parse(once, src)
		forms := []nesl.Expr(nil)
		if err == nil {
			forms = p.Module.(*nesl.Module).Forms
			d := s.Driver(c.Options.Target)
			p, err = d.Run(once, p, d.Reach(grammar.NestedElaborated.Language))
		}
		if err != nil {
			c.Diags = once.Diags
			return p, nil, err
		}
		fn, _, _ := strings.Cut(entry, ":")
		e, err := s.entry(strings.ToLower(strings.TrimSpace(fn)), forms, p.Module.(*nkl.Module))
		if err != nil {
			return p, nil, err
		}
		if err := all.add(e.Name, p.Module.(*nkl.Module)); err != nil {
			return p, nil, err
		}
		lib.Entries = append(lib.Entries, e)
		whole = p
	}
	whole.Module = &all.module
	return whole, lib, grammar.NestedElaborated.Verify(&all.module)
}

// entry is what others see of a function that is the entry of a module.
func (s *Session) entry(name string, forms []nesl.Expr, m *nkl.Module) (backends.Entry, error) {
	e := backends.Entry{Name: name, Params: Parameters(forms, name)}
	for _, a := range m.Actions {
		typ := a.Type
		if a.Kind != program.Read && a.Name != "it" {
			continue
		}
		if typ.Has(types.KFun) || typ.Has(types.KStream) {
			return e, fmt.Errorf("the entry %s has values of type %s, which other programs cannot have", name, value.TypeText(typ))
		}
		if a.Kind == program.Read {
			e.Args = append(e.Args, a.Type)
		} else {
			e.Result = a.Type
		}
	}
	for _, f := range s.Files {
		for _, d := range Docs(f.Source, formsIn(s, forms, f.Name)) {
			if d.Name == name && d.Text != "" {
				e.Doc = d.Text
			}
		}
	}
	return e, nil
}

// formsIn is those of the forms that are in a file.
func formsIn(s *Session, forms []nesl.Expr, file string) (out []nesl.Expr) {
	for _, f := range forms {
		if p := f.Pos(); p.IsValid() && s.Files[p.File()].Name == file {
			out = append(out, f)
		}
	}
	return out
}

// A linked module is made of the modules of several entries of one program.
type linked struct {
	module  nkl.Module
	funcs   map[string]string // by name, as text
	results map[string]bool   // of actions
}

// add adds the module of an entry. What entries share is there once.
func (l *linked) add(entry string, m *nkl.Module) error {
	names := map[string]string{} // of the functions of actions, which modules number apart
	for _, a := range m.Actions {
		switch {
		case a.Kind == program.Eval && a.Name == "it":
			names[a.Fn] = "main." + entry
		case a.Kind == program.Eval:
			names[a.Fn] = "main." + a.Result
		}
	}
	for _, f := range m.Funcs {
		g := *f
		if name := names[f.Name]; name != "" {
			g.Name = name
		}
		t := grammar.NestedElaborated.Family.Text(&nkl.Module{Funcs: []*nkl.Func{&g}}, irtext.Options{})
		switch known, there := l.funcs[g.Name]; {
		case !there:
			l.funcs[g.Name] = t
			l.module.Funcs = append(l.module.Funcs, &g)
		case known != t:
			return fmt.Errorf("the entry %s needs another version of %s than the entries before it; make a library of its own for it", entry, g.Name)
		}
	}
	k := strconv.Itoa(len(l.module.Actions))
	own := map[string]string{} // results that are of this entry alone
	for _, a := range m.Actions {
		b := *a
		if name := names[a.Fn]; name != "" {
			b.Fn = name
		}
		b.Args = nil
		for _, r := range a.Args {
			if own[r] != "" {
				r = own[r]
			}
			b.Args = append(b.Args, r)
		}
		switch {
		case a.Kind == program.Read || a.Name == "it":
			own[a.Result] = a.Result + "." + k
			b.Result = own[a.Result]
		case a.Kind == program.PrintLength, a.Result != "" && l.results[a.Result]:
			continue
		}
		l.results[b.Result] = true
		l.module.Actions = append(l.module.Actions, &b)
	}
	return nil
}
