package flat

// Functions that are equal but for their names.

import (
	"fmt"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/text"
	"nessiec/passes/flat/simplify"
	"nessiec/passes/pass"
)

// MergeFunctions makes one function of those that do the same: what was one function of
// the source before it got instances, of regions or of types that are represented alike.
//
//	(func f (n) .. (call f (x)) ..) (func f.1 (n) .. (call f.1 (x)) ..)
//	=>  (func f (n) .. (call f (x)) ..)
//
// Two do the same if they have one text but for what they call, and the functions that they
// call in the same places do the same. All with one text are taken to do the same, until a
// call says otherwise.
func MergeFunctions(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	first := alike(m)
	merged := 0
	for _, f := range m.Funcs {
		switch g := first[f.Name]; {
		case g == f.Name:
		case c.Rewrite(fmt.Sprintf("%s is %s", f.Name, g)):
			merged++
		default:
			first[f.Name] = f.Name
		}
	}
	if merged == 0 {
		return m
	}
	out := &fkl.Module{Tables: m.Tables, Actions: m.Actions}
	for _, f := range m.Funcs {
		if first[f.Name] == f.Name {
			g := *f
			g.Body = calling(f.Body, first)
			out.Funcs = append(out.Funcs, &g)
		}
	}
	return out
}

// calling is e with calls of these functions, by the names of those that it calls.
func calling(e fkl.Expr, fns map[string]string) fkl.Expr {
	if c, ok := e.(*fkl.Call); ok && fns[c.Fn] != c.Fn {
		return &fkl.Call{Node: c.Node, Fn: fns[c.Fn], Args: c.Args}
	}
	return e.MapChildren(func(e fkl.Expr) fkl.Expr { return calling(e, fns) })
}

// alike is the first function that does the same, for each; what actions name is only the
// same as itself.
func alike(m *fkl.Module) map[string]string {
	named := map[string]bool{}
	for _, a := range m.Actions {
		named[a.Fn] = true
	}
	key, calls := map[string]string{}, map[string][]string{}
	for _, f := range m.Funcs {
		key[f.Name] = fingerprint(f)
		if named[f.Name] {
			key[f.Name] = f.Name
		}
		simplify.EachCall(f.Body, func(c *fkl.Call) { calls[f.Name] = append(calls[f.Name], c.Fn) })
	}
	first := coarsest(m.Funcs, key, calls)
	members := map[string]int{}
	for _, g := range first {
		members[g]++
	}
	for _, f := range m.Funcs { // texts take longer to make
		if members[first[f.Name]] > 1 {
			key[f.Name] = textOf(f)
		} else {
			key[f.Name] = f.Name
		}
	}
	return coarsest(m.Funcs, key, calls)
}

// coarsest is the coarsest partition of functions, each with the first of its part, in which
// those of a part have one key and call functions of the same parts.
func coarsest(fs []*fkl.Func, key map[string]string, calls map[string][]string) map[string]string {
	first := map[string]string{}
	for n := 0; ; {
		found, next := map[string]string{}, map[string]string{}
		for _, f := range fs {
			var k strings.Builder
			k.WriteString(key[f.Name])
			for _, g := range calls[f.Name] {
				k.WriteString(" " + first[g])
			}
			if _, ok := found[k.String()]; !ok {
				found[k.String()] = f.Name
			}
			next[f.Name] = found[k.String()]
		}
		first = next
		if len(found) == n {
			return first
		}
		n = len(found)
	}
}

// fingerprint is what functions have in common that do the same, and is quickly found.
func fingerprint(f *fkl.Func) string {
	var b strings.Builder
	for _, p := range f.Params {
		b.WriteByte(byte(p.Type.Kind))
	}
	ir.Walk(f.Body, func(e fkl.Expr) bool {
		b.WriteByte(byte(e.Form()))
		switch e := e.(type) {
		case *fkl.Prim:
			b.WriteString(e.Op.Name)
		case *fkl.Int:
			b.WriteString(strconv.FormatInt(e.Val, 10))
		case *fkl.Ref:
			b.WriteString(e.Var.Name)
		}
		return true
	})
	return b.String()
}

// textOf is the text of f without its name and those of what it calls.
func textOf(f *fkl.Func) string {
	g := *f
	g.Name, g.Body = "", calling(f.Body, nil)
	return (&fkl.Module{Funcs: []*fkl.Func{&g}}).Text(text.Options{Positions: true})
}
