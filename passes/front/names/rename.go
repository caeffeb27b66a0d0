package names

// Renaming of local variables, where a pass copies an expression.

import "nessiec/ir/nesl"

// A Renaming maps the names of local variables to new ones.
type Renaming map[string]string

// All copies e; the variables that e binds get the names that fresh makes, and
// are added to the renaming.
func (n Renaming) All(e nesl.Expr, fresh func(string) string) nesl.Expr {
	if v, ok := e.(*nesl.PatVar); ok {
		n[v.Name] = fresh(v.Name)
		return &nesl.PatVar{Node: v.Node, Name: n[v.Name]}
	}
	if _, ok := e.(*nesl.Local); ok {
		return n.Uses(e)
	}
	return e.MapChildren(func(c nesl.Expr) nesl.Expr { return n.All(c, fresh) })
}

// Uses renames the variables that e uses and does not bind.
func (n Renaming) Uses(e nesl.Expr) nesl.Expr {
	if v, ok := e.(*nesl.Local); ok {
		if name := n[v.Name]; name != "" {
			return &nesl.Local{Node: v.Node, Name: name}
		}
		return e
	}
	return e.MapChildren(n.Uses)
}
