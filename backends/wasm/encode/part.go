package encode

// A part of a module as a module of its own.

import "slices"

// Part is a module with some functions of m and all that they mention; variables are
// its own. It has the memory of an instance of m, by the name that this has. The two
// modules share functions: only one at a time can be written.
func (m *Module) Part(memory string, funcs ...*Func) *Module {
	needed, globals := map[*Func]bool{}, map[*Global]bool{}
	var need func(f *Func)
	need = func(f *Func) {
		if needed[f] {
			return
		}
		needed[f] = true
		for _, i := range f.code {
			if i.fn != nil {
				need(i.fn)
			}
			if i.g != nil {
				globals[i.g] = true
			}
		}
	}
	for _, f := range funcs {
		need(f)
	}
	without := func(f *Func) bool { return !needed[f] }
	return &Module{Memory: memory, Pages: m.Pages, Most: m.Most,
		Imports: slices.DeleteFunc(slices.Clone(m.Imports), without),
		Funcs:   slices.DeleteFunc(slices.Clone(m.Funcs), without),
		Globals: slices.DeleteFunc(slices.Clone(m.Globals), func(g *Global) bool { return !globals[g] })}
}
