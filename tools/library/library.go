// Package library tells what the library of NESL has, as programs see it: operators and
// forms, and the functions of the prelude, with their types, contracts, costs and
// examples.
//
//	Entry      one name; Builtins lists them in groups (this file)
//	forms      operators and forms, which have no definition with a comment (operators.go)
//	failures   which run-time errors a definition of the prelude raises (failures.go)
//	Page       the reference as Markdown (page.go)
package library

import (
	"fmt"
	"slices"
	"strings"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/prim/prelude"
	"nessiec/passes/pass"
	"nessiec/tools/session"
)

// An Entry is all that is known of one name.
type Entry struct {
	session.Doc
	Type  string   // "" for forms, which have none
	Fails []string // the messages of its run-time errors
}

// A Group is the entries of one subject.
type Group struct {
	Title   string
	Entries []Entry
}

// constant is the cost of what does not look into sequences, which comments leave out.
const constant = "work 1, span 1"

// Builtins are operators and forms, and then the functions of the prelude by file.
// Names that programs do not see are left out.
func Builtins() ([]Group, error) {
	groups := []Group{{Title: "Operators and forms"}}
	var exprs []nesl.Expr // what the types are of, in the order of the entries that have one
	for _, f := range forms {
		groups[0].Entries = append(groups[0].Entries, newEntry(f.Doc, nil))
		if f.function != "" {
			exprs = append(exprs, parse(f.function)...)
		}
	}
	for _, file := range prelude.Files() {
		defs := parse(file.Source)
		g := Group{Title: title(file.Source)}
		for i, d := range session.Docs(file.Source, defs) {
			if !strings.HasPrefix(d.Name, "__") {
				g.Entries = append(g.Entries, newEntry(d, failures(defs[i])))
				exprs = append(exprs, NameForm(d.Name))
			}
		}
		if g.Entries != nil {
			groups = append(groups, g)
		}
	}
	types, err := session.New().Types(pass.NewCtx(pass.DefaultOptions()), nil, exprs)
	if err != nil {
		return nil, fmt.Errorf("the types of the library: %w", err)
	}
	for i, g := range groups {
		for k := range g.Entries {
			e := &g.Entries[k]
			if i == 0 && forms[k].function == "" {
				continue
			}
			e.Type, types = types[0], types[1:]
			if e.Cost == "" && strings.Contains(e.Type, " -> ") {
				e.Cost = constant
			}
		}
	}
	return groups, nil
}

// newEntry makes an entry without a type. It fails as its examples do, too.
func newEntry(d session.Doc, fails []string) Entry {
	for _, example := range d.Examples {
		if _, message, ok := strings.Cut(example, ` fails "`); ok {
			fails = add(fails, strings.TrimSuffix(message, `"`))
		}
	}
	return Entry{Doc: d, Fails: fails}
}

// add adds a message, once.
func add(messages []string, m string) []string {
	if slices.Contains(messages, m) {
		return messages
	}
	return append(messages, m)
}

// Definitions are the entries of a program: the last definition of every name, with
// what comments say. source finds the text of a file by its number.
func Definitions(s *session.Session, c *pass.Ctx, program []nesl.Expr) ([]Entry, error) {
	var entries []Entry
	var exprs []nesl.Expr
	for i, file := range s.Files {
		inFile := slices.DeleteFunc(slices.Clone(program), func(f nesl.Expr) bool { return f.Pos().File() != i })
		for _, d := range session.Docs(file.Source, inFile) {
			entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.Name == d.Name })
			entries = append(entries, newEntry(d, nil))
		}
	}
	for _, e := range entries {
		exprs = append(exprs, NameForm(e.Name))
	}
	types, err := s.Types(c, program, exprs)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		entries[i].Type = types[i]
	}
	return entries, nil
}

// NameForm is a name as a form.
func NameForm(name string) nesl.Expr { return &nesl.Eval{Body: &nesl.Id{Name: name}} }

// parse parses what is known to be right.
func parse(source string) []nesl.Expr {
	var mistakes diag.List
	m := neslparser.Parse(0, source, &mistakes)
	if mistakes.HasErrors() {
		panic("library: " + mistakes.String(nil))
	}
	return m.Forms
}

// title is the first comment of a file, up to its first period.
func title(source string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(source, "% "), ".")
	return first
}
