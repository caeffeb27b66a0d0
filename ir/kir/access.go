package kir

// How a kernel uses its parameters. plan-memory lets a buffer that is written
// take the place of one that dies in the same launch when these agree. Launches that
// are divided among devices need on each what its groups touch: the share of the
// groups (Share), or everything.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
)

// An Access is the way in which a kernel uses a parameter.
type Access uint8

// The accesses. Own and Write promise that element i is touched by one
// work-item only, the same for all such parameters of a launch, and that it
// reads before it writes. In a kernel with a Share these elements are those of the
// group's numbers.
const (
	Value     Access = iota // a scalar
	Own                     // read, element i only for the result i
	Gather                  // read anywhere
	Write                   // written, every element i of the iteration once
	Scatter                 // written anywhere, or read and written
	RowOwn                  // read, element s only by the group whose share has the number s
	RowWrite                // written, element s only by the group whose share has the number s
	Partial                 // written, by group g only the g-th of so many equal parts of the array as there are groups
	OwnNext                 // read, own elements and the next one
	Packed                  // written, elements of the group's windows (Window)
	Amended                 // written, and read there, element s by itself: whoever has it may do it alone
	Fetched                 // read anywhere; a Fetch before each launch brings what is read
	Delivered               // written anywhere; a Fetch before each launch finds where, and whoever has an element gets it
	Maxima                  // the same, written by atomic maxima alone, whose results nobody uses
	Alone                   // written anywhere, if the launch has one group
	Marked                  // written anywhere, always true: each device has marks of its own
)

var accessNames = [...]string{"value", "own", "gather", "write", "scatter", "rowown", "rowwrite", "partial", "ownnext", "packed", "amended", "fetched", "delivered", "maxima", "alone", "marked"}

// Writes reports whether elements are written.
func (a Access) Writes() bool {
	return !a.ReadOnly() && a != Value
}

// ReadOnly reports whether elements are read and none is written.
func (a Access) ReadOnly() bool { return a == Own || a == RowOwn || a == OwnNext || a.Gathers() }

// Gathers reports whether elements are read at any places.
func (a Access) Gathers() bool { return a == Gather || a == Fetched }

// InPlaceOf reports whether what is written with access a may be the same buffer as what is read
// with access b in the same launch.
func (a Access) InPlaceOf(b Access) bool { return a == Write && b == Own }

// Delivers reports whether elements are written at any places, and go to whoever has them.
func (a Access) Delivers() bool { return a == Delivered || a == Maxima }

// WriteOnly reports whether elements are written and none is read.
func (a Access) WriteOnly() bool {
	return a == Write || a == RowWrite || a == Partial || a == Packed || a == Alone || a == Marked || a.Delivers()
}

// Divided reports whether a group touches only what its share or its number says.
func (a Access) Divided() bool {
	return a != Value && !a.Gathers() && a != Scatter && a != Amended && a != Marked && !a.Delivers()
}

// A Division is how the groups of a kernel divide their work, in terms of scalar parameters:
// the host knows it before a launch.
type Division struct {
	Size, Count, Length Expr // as in a Share; of a Merge, its steps
	Windows             []*Window
	Merge               *Merge // nil where numbers are elements or rows
}

// DivisionOf is the division of k. It is nil if the kernel does not say, or if it does not
// follow from scalar parameters.
func DivisionOf(k *Kernel) *Division {
	var out *Division
	defs := map[*Var]Expr{}
	known := map[*Var]bool{}
	packed := map[*Var]bool{}
	for i, p := range k.Params {
		known[p] = k.Access[i] == Value
		if k.Access[i] == Packed {
			packed[p] = true
		}
	}
	good := true
	var resolve func(e Expr) Expr
	resolve = func(e Expr) Expr {
		if r, ok := e.(*Ref); ok {
			if d := defs[r.Var]; d != nil {
				return resolve(d)
			}
			good = good && known[r.Var]
			return e
		}
		f := e.Form()
		good = good && f != FormLoad && f != FormGroupId && f != FormNumGroups && f != FormLocalId
		return e.MapChildren(resolve)
	}
	for _, s := range k.Body.(*Block).Stmts {
		switch s := s.(type) {
		case *Def:
			defs[s.Bind] = s.Rhs
		case *Limit: // the host does not know how many groups there are
			return nil
		case *Share:
			out = &Division{Size: resolve(s.Size), Count: resolve(s.Count), Length: resolve(s.Length)}
		case *Merge:
			m := &Merge{Node: s.Node, Binds: s.Binds, Size: resolve(s.Size), N: resolve(s.N), Count: resolve(s.Count), Offs: s.Offs}
			out = &Division{Size: m.Size, Count: Apply(prim.Add, m.N, m.Count), Length: N(1), Merge: m}
		case *Window:
			out.Windows = append(out.Windows, &Window{Node: s.Node, Buf: s.Buf, Starts: s.Starts, Base: resolve(s.Base), Rest: s.Rest})
			delete(packed, VarOf(s.Buf))
		}
	}
	if !good || len(packed) > 0 {
		return nil
	}
	return out
}

// AnyGroups reports whether a device may have any groups of k, which does not say what they have: Fetches
// before its launches find all that these access, or it is itself an inspector.
func AnyGroups(k *Kernel) bool {
	found := false
	for _, a := range k.Access {
		found = found || a == Fetched || a == Marked || a.Delivers()
		if a.Divided() && a != Partial && a != Alone || a == Amended {
			return false
		}
	}
	return found && !ir.Any(k.Body, func(e Expr) bool {
		f := e.Form()
		return f == FormShare || f == FormMerge || f == FormLimit || f == FormChain
	})
}

func (a Access) String() string { return accessNames[a] }

// ParseAccess reads the name of an access.
func ParseAccess(s string) (Access, bool) {
	for i, n := range accessNames {
		if n == s {
			return Access(i), true
		}
	}
	return 0, false
}
