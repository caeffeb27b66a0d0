package hm

// MaxSize is how many parts a type may have.
const MaxSize = 4096

// Size is how many parts t has, written out; anything above MaxSize is MaxSize +
// 1. Types share parts, so a short program can make types that nobody could
// write down: let b = (a, a); c = (b, b); ...
func Size(t *Type) int { return t.parts(0) }

// parts is n and the parts of t.
func (t *Type) parts(n int) int {
	t = t.Find()
	if n++; n > MaxSize {
		return n
	}
	if t.Kind == Data && t.Data.Key == "" { // one that contains itself is a name
		n = min(n+t.Data.Parts(), MaxSize+1)
	}
	for _, a := range t.Args {
		if n = a.parts(n); n > MaxSize {
			return n
		}
	}
	return n
}

// Parts is the size of what d holds.
func (d *Datatype) Parts() int {
	if d.size == 0 && d.Holds != nil {
		d.size = Size(d.Holds)
	}
	if d.size == 0 {
		n := 1
		for _, c := range d.Cons {
			if n++; c.Holds != nil {
				n = min(n+Size(c.Holds), MaxSize+1)
			}
		}
		d.size = n
	}
	return d.size
}
