package kir

// How a kernel uses its parameters. plan-memory lets a buffer that is written
// take the place of one that dies in the same launch when these agree. Launches that
// are divided among devices need on each what its groups touch: the share of the
// groups (Share), or everything.

// An Access is the way in which a kernel uses a parameter.
type Access uint8

// The accesses. Own and Write promise that element i is touched by one
// work-item only, the same for all such parameters of a launch, and that it
// reads before it writes. In a kernel with a Share these elements are those of the
// group's numbers.
const (
	Value    Access = iota // a scalar
	Own                    // read, element i only for the result i
	Gather                 // read anywhere
	Write                  // written, every element i of the iteration once
	Scatter                // written anywhere, or read and written
	RowOwn                 // read, element s only by the group whose share has the number s
	RowWrite               // written, element s only by the group whose share has the number s
	Partial                // written, element g only by group g
)

var accessNames = [...]string{"value", "own", "gather", "write", "scatter", "rowown", "rowwrite", "partial"}

// Writes reports whether elements are written.
func (a Access) Writes() bool { return a == Write || a == Scatter || a == RowWrite || a == Partial }

// ReadOnly reports whether elements are read and none is written.
func (a Access) ReadOnly() bool { return a == Own || a == Gather || a == RowOwn }

// WriteOnly reports whether elements are written and none is read.
func (a Access) WriteOnly() bool { return a == Write || a == RowWrite || a == Partial }

// Divided reports whether a group touches only what its share or its number says.
func (a Access) Divided() bool { return a != Value && a != Gather && a != Scatter }

// ShareOf is how groups of k divide their work; nil if it does not say.
func ShareOf(k *Kernel) *Share {
	for _, s := range k.Body.(*Block).Stmts {
		if s, ok := s.(*Share); ok {
			return s
		}
	}
	return nil
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
