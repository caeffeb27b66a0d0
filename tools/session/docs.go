package session

// What comments say about definitions. The comment right above a definition is about it:
//
//	% What it does, in plain sentences.
//	  cost: work n, span log n
//	  example: twice([1, 2]) = [2, 4]
//	  see: map, sum %
//	function twice(v) = {2 * x : x in v};
//
// Several comments, one below the other, are read as one, and a test is an example.

import (
	"strings"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// A Doc is a definition with what its comment says; what it does not say is empty.
type Doc struct {
	Name     string
	Text     string
	Cost     string
	Examples []string // as tests: e = v, or e fails "text"
	See      []string // other names
}

// Docs are the definitions among forms, which were parsed from source, in their order.
// Those that give names to the parts of a pattern are left out.
func Docs(source string, forms []nesl.Expr) (docs []Doc) {
	all := comments(source)
	starts := []int{0} // of lines
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	for _, f := range forms {
		if name := Defined(f); name != "" {
			docs = append(docs, readDoc(name, above(source, all, starts[startOf(f).Line()-1])))
		}
	}
	return docs
}

// Defined is the name that a form defines, "" if it is no definition of one name.
func Defined(f nesl.Expr) string {
	switch f := f.(type) {
	case *nesl.Function:
		return f.Name
	case *nesl.Datatype:
		return f.Name
	case *nesl.Assign:
		if v, ok := f.Pat.(*nesl.PatVar); ok {
			return v.Name
		}
	}
	return ""
}

// above is what the comments say that end right before offset at.
func above(source string, all []span, at int) (text string) {
	for i := len(all) - 1; i >= 0; i-- {
		c := all[i]
		if c.end > at {
			continue
		}
		if between := source[c.end:at]; strings.TrimSpace(between) != "" || strings.Count(between, "\n") > 1 {
			break
		}
		text, at = source[c.start+1:c.end-1]+"\n"+text, c.start
	}
	return text
}

// readDoc reads the lines of a comment. A line without a key goes on with what the
// one before it says.
func readDoc(name, comment string) Doc {
	d := Doc{Name: name}
	last := &d.Text
	for line := range strings.Lines(comment) {
		key, rest, keyed := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case keyed && key == "cost":
			last = &d.Cost
		case keyed && (key == "example" || key == "test"):
			d.Examples = append(d.Examples, "")
			last = &d.Examples[len(d.Examples)-1]
		case keyed && key == "see":
			d.See = append(d.See, "")
			last = &d.See[len(d.See)-1]
		default:
			rest = line
		}
		*last = strings.TrimSpace(*last + " " + strings.TrimSpace(rest))
	}
	var see []string
	for _, names := range d.See {
		see = append(see, strings.Split(names, ", ")...)
	}
	d.See = see
	return d
}

// Types tells the types of exprs after the forms of a program. Mistakes are in the
// diagnostics of c, and the error is then driver.ErrRejected.
func (s *Session) Types(c *pass.Ctx, forms, exprs []nesl.Expr) (types []string, err error) {
	d := s.Driver(c.Options.Target)
	p := driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: append(forms[:len(forms):len(forms)], exprs...)}}
	if p, err = d.Run(c, p, d.Reach(grammar.NestedElaborated.Language)); err != nil {
		return nil, err
	}
	actions := p.Module.(*nkl.Module).Actions
	for _, a := range actions[len(actions)-len(exprs):] {
		types = append(types, a.TypeText)
	}
	return types, nil
}
