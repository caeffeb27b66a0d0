package kir

// How a kernel uses its parameters. plan-memory lets a buffer that is written
// take the place of one that dies in the same launch when these agree.

// An Access is the way in which a kernel uses a parameter.
type Access uint8

// The accesses. Own and Write promise that element i is touched by one
// work-item only, the same for all such parameters of a launch, and that it
// reads before it writes.
const (
	Value   Access = iota // a scalar
	Own                   // read, element i only for the result i
	Gather                // read anywhere
	Write                 // written, every element i of the iteration once
	Scatter               // written anywhere, or read and written
)

var accessNames = [...]string{"value", "own", "gather", "write", "scatter"}

// Writes reports whether elements are written.
func (a Access) Writes() bool { return a == Write || a == Scatter }

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
