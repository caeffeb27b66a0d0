package names

// Names of the top level and of the library.

import (
	"strings"

	"nessiec/ir/nesl"
	"nessiec/ir/prim"
)

// id resolves a name in an expression.
func (r *resolver) id(e *nesl.Id) nesl.Expr {
	if u, ok := r.scope.find(e.Name); ok {
		return &nesl.Local{Node: e.Node, Name: u}
	}
	if g := r.latest[e.Name]; g != nil && g.sum != nil && g.con == nil {
		r.noValue(e, g.sum)
		return e
	}
	if v, ok := r.findGlobal(e.Name); ok {
		return &nesl.Global{Node: e.Node, Name: e.Name, Version: v}
	}
	r.unbound(e)
	return e
}

// findGlobal finds the version of a name that is visible here.
func (r *resolver) findGlobal(name string) (version int64, ok bool) {
	if g := r.latest[name]; g != nil {
		return g.version, true
	}
	if r.library == nil {
		return 0, isPrimitive(name)
	}
	return 0, r.library.find(name) != nil && !strings.HasPrefix(name, "__") || name == StreamType
}

// findDatatype finds a datatype that is visible here.
func (r *resolver) findDatatype(name string) (version int64, ok bool) {
	if g := r.latest[name]; g != nil {
		return g.version, g.datatype
	}
	if l := r.library.find(name); l != nil {
		return 0, l.Datatype
	}
	return 0, name == StreamType
}

// isPrimitive reports whether name is a primitive, as the library spells it.
func isPrimitive(name string) bool {
	op, ok := strings.CutPrefix(name, "__")
	return ok && (prim.Lookup(op) != nil || libraryForms[op]) || name == StreamType
}

// libraryForms are the forms of the library that are no primitives.
var libraryForms = map[string]bool{"check": true, "range": true, "none": true, "reduce": true, "scan": true}

// StreamType is the datatype that is built in: an open file.
const StreamType = "stream"
