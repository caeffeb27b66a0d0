package front

// Names of the top level and of the library, and what to say when a name is
// neither.

import (
	"slices"
	"strings"

	"nessiec/ir/nesl"
	"nessiec/ir/prim"
)

// id resolves a name in an expression.
func (r *resolver) id(e *nesl.Id) nesl.Expr {
	if u, ok := r.scope.find(e.Name); ok {
		return &nesl.Local{Node: e.Node, Name: u}
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
	return 0, r.library[name] != nil && !strings.HasPrefix(name, "__") || name == streamType
}

// findDatatype finds a datatype that is visible here.
func (r *resolver) findDatatype(name string) (version int64, ok bool) {
	if g := r.latest[name]; g != nil {
		return g.version, g.datatype
	}
	if l := r.library[name]; l != nil {
		return 0, l.datatype
	}
	return 0, name == streamType
}

// isPrimitive reports whether name is a primitive, as the library spells it.
func isPrimitive(name string) bool {
	op, ok := strings.CutPrefix(name, "__")
	return ok && (prim.Lookup(op) != nil || op == "check" || op == "range" || op == "none") || name == streamType
}

// streamType is the datatype that is built in: an open file.
const streamType = "stream"

// unbound reports a name without a definition.
func (r *resolver) unbound(e *nesl.Id) {
	d := r.c.Errorf(e.Pos(), "E0201", "%s is not defined", e.Name).Underline(len(e.Name))
	if pos, ok := r.later[e.Name]; ok && pos.IsValid() {
		d.Note(pos, len(e.Name), "it is defined here, after its use").
			WithHint("move the definition up, or announce a function with its type: function " + e.Name + "(x) : int -> int;")
		return
	}
	switch e.Name {
	case "true", "false":
		d.WithHint("the booleans are t and f")
	case "reduce":
		d.WithHint("reductions are sum, product, max_val, min_val, any, all; scan takes any associative function")
	default:
		if near := r.nearest(e.Name); near != "" {
			d.WithHint("did you mean " + near + "?")
		}
	}
}

// nearest is the visible name that is spelt most like name, "" if none is
// near: local names first, then those of the file, then the library.
func (r *resolver) nearest(name string) string {
	var local, own, library []string
	for _, b := range r.scope.bound {
		local = append(local, b.name)
	}
	for n := range r.latest {
		own = append(own, n)
	}
	library = append(library, streamType)
	for n := range r.library {
		if !strings.HasPrefix(n, "__") {
			library = append(library, n)
		}
	}
	best, limit := "", max(1, len(name)/3)
	for _, names := range [][]string{local, own, library} {
		slices.Sort(names)
		for _, n := range names {
			if d := distance(name, n); d <= limit {
				best, limit = n, d-1
			}
		}
	}
	return best
}

// distance is how many letters are to be changed, added, left out or swapped
// with their neighbour to make b of a.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
