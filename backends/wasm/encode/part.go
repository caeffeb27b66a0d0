package encode

// What a module needs of itself, and parts of a module as modules of their own.

import (
	"maps"
	"slices"
)

// Part is a module with some functions of m and all that they mention; variables are
// its own. It has the memory of an instance of m, by the name that this has. The two
// modules share functions: only one at a time can be written.
func (m *Module) Part(memory string, funcs ...*Func) *Module {
	part := &Module{Memory: memory, Pages: m.Pages, Most: m.Most}
	needs := needsOf(funcs)
	part.Imports, part.Funcs, part.Globals = needs.of(m)
	return part
}

// Trim leaves out what neither an exported function nor any of these needs.
func (m *Module) Trim(these map[string]*Func) {
	needs := needsOf(slices.Collect(maps.Values(these)))
	for _, f := range m.Funcs {
		if len(f.Exports) > 0 {
			needs.add(f)
		}
	}
	for _, g := range m.Globals {
		needs.globals[g] = needs.globals[g] || g.Exported
	}
	m.Imports, m.Funcs, m.Globals = needs.of(m)
}

// needs are functions and variables.
type needs struct {
	funcs   map[*Func]bool
	globals map[*Global]bool
}

// needsOf are functions, and all that they mention.
func needsOf(funcs []*Func) needs {
	n := needs{map[*Func]bool{}, map[*Global]bool{}}
	for _, f := range funcs {
		n.add(f)
	}
	return n
}

func (n needs) add(f *Func) {
	if n.funcs[f] {
		return
	}
	n.funcs[f] = true
	for _, i := range f.code {
		if i.fn != nil {
			n.add(i.fn)
		}
		if i.g != nil {
			n.globals[i.g] = true
		}
	}
}

// of is those that m has.
func (n needs) of(m *Module) (imports, funcs []*Func, globals []*Global) {
	without := func(f *Func) bool { return !n.funcs[f] }
	return slices.DeleteFunc(slices.Clone(m.Imports), without), slices.DeleteFunc(slices.Clone(m.Funcs), without),
		slices.DeleteFunc(slices.Clone(m.Globals), func(g *Global) bool { return !n.globals[g] })
}
