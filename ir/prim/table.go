package prim

// The table as a whole, and finding entries by name.

import "slices"

// Table is every primitive, in the order of the files table_*.go.
var Table = makeTable(scalarTable, mathTable, convertTable, seqTable, foldTable, genericTable, randomTable, effectTable)

var byName = func() map[string]*Prim {
	m := make(map[string]*Prim, len(Table))
	for _, p := range Table {
		m[p.Name] = p
	}
	return m
}()

// Lookup returns the primitive called name, or nil.
func Lookup(name string) *Prim { return byName[name] }

// Must is Lookup of a name that the table is known to hold.
func Must(name string) *Prim {
	p := byName[name]
	if p == nil {
		panic("prim: no primitive is called " + name)
	}
	return p
}

// makeTable joins the parts and parses the schemes.
func makeTable(parts ...[]Prim) []*Prim {
	var out []*Prim
	for _, p := range slices.Concat(parts...) {
		s, err := ParseScheme(p.Type)
		if err != nil {
			panic("prim: " + p.Name + ": " + err.Error())
		}
		p.scheme, p.Code = s, Code(len(out)+1)
		out = append(out, &p)
	}
	return out
}
