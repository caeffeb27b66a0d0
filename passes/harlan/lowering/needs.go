package lowering

// What of the library a program needs, for elaborate: it is read and typed by definition, so
// what no form of the program can call is left out.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// needs is the names of the library that elaborate may call for a program.
func needs(m *harlan.Module) []string {
	n := &needed{sigs: m.Sigs(), seen: map[*types.Type]bool{}}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e harlan.Expr) bool {
			n.expr(e)
			return true
		})
	}
	return n.names
}

type needed struct {
	sigs  *harlan.Sigs
	names []string
	seen  map[*types.Type]bool // types whose texts are needed
}

func (n *needed) add(names ...string) { n.names = append(n.names, names...) }

func (n *needed) expr(e harlan.Expr) {
	switch e := e.(type) {
	case *harlan.Op:
		switch t := n.sigs.TypeOf(e.Left); {
		case t == harlan.U64Type:
			n.add(wide[e.Op])
		case t == types.Float && e.Op == harlan.Div:
			n.add("__harlan_divide")
		}
	case *harlan.Call:
		n.add(builtins[e.Fn])
		n.add(externs[e.Fn].library)
		switch e.Fn {
		case "nanotime":
			n.add("__float_u64")
		case "command-line":
			n.add("__harlan_words")
		}
	case *harlan.Cast:
		if e.From != harlan.U64Type && e.To != harlan.U64Type {
			return
		}
		n.add("__u64_float", "__float_u64", "__int_u64", "__int64_u64", "__u64_int64")
	case *harlan.Kernel:
		if len(e.Seqs) > 1 {
			n.add("__harlan_source")
		}
	case *harlan.Reduce:
		n.add("__harlan_reduce")
	case *harlan.Scan:
		n.add("__harlan_scan")
	case *harlan.Print:
		n.add("__harlan_print_int")
		n.text(n.sigs.TypeOf(e.Of))
	case *harlan.Write:
		n.text(n.sigs.TypeOf(e.Of))
	}
}

// text adds what makes the texts of values of type t.
func (n *needed) text(t *types.Type) {
	if n.seen[t] {
		return
	}
	n.seen[t] = true
	switch {
	case t == types.Int:
		n.add("int_string")
	case t == types.Float:
		n.add("__harlan_float")
	case t == harlan.U64Type:
		n.add("__u64_string")
	case t.Kind == types.KSeq:
		n.add("__harlan_vector")
		n.text(t.Elem())
	case harlan.IsDatatype(t):
		for _, c := range n.sigs.Types[t.Name].Cons {
			for _, f := range c.Fields {
				n.text(f)
			}
		}
	}
}
