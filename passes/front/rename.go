package front

// Renaming of local variables, where a pass copies an expression.

import "nessiec/ir/nesl"

// A renaming maps the names of local variables to new ones.
type renaming map[string]string

// all copies e; the variables that e binds get the names that fresh makes, and
// are added to the renaming.
func (n renaming) all(e nesl.Expr, fresh func(string) string) nesl.Expr {
	if v, ok := e.(*nesl.PatVar); ok {
		n[v.Name] = fresh(v.Name)
		return &nesl.PatVar{Node: v.Node, Name: n[v.Name]}
	}
	if _, ok := e.(*nesl.Local); ok {
		return n.uses(e)
	}
	return e.MapChildren(func(c nesl.Expr) nesl.Expr { return n.all(c, fresh) })
}

// uses renames the variables that e uses and does not bind.
func (n renaming) uses(e nesl.Expr) nesl.Expr {
	if v, ok := e.(*nesl.Local); ok {
		if name := n[v.Name]; name != "" {
			return &nesl.Local{Node: v.Node, Name: name}
		}
		return e
	}
	return e.MapChildren(n.uses)
}
