package pass

// Finding equal declarations among many.

// Alike tells declarations apart: by a fingerprint, which is quick to make and which equal ones have
// in common, and by a text, which only equal ones have, where there is another of that fingerprint.
type Alike[T any] struct {
	fingerprint, text func(T) string
	found             map[string][]*fingerprinted[T]
}

// A fingerprinted declaration has a text once there is another of its fingerprint.
type fingerprinted[T any] struct {
	decl T
	text string
}

// NewAlike starts with nothing found.
func NewAlike[T any](fingerprint, text func(T) string) *Alike[T] {
	return &Alike[T]{fingerprint, text, map[string][]*fingerprinted[T]{}}
}

// Add makes x one that others may equal, though it may equal one itself.
func (a *Alike[T]) Add(x T) {
	s := a.fingerprint(x)
	a.found[s] = append(a.found[s], &fingerprinted[T]{decl: x})
}

// First is the first one that equals x: x itself, if that is new.
func (a *Alike[T]) First(x T) T {
	s, text := a.fingerprint(x), ""
	for _, old := range a.found[s] {
		if text == "" {
			text = a.text(x)
		}
		if old.text == "" {
			old.text = a.text(old.decl)
		}
		if old.text == text {
			return old.decl
		}
	}
	a.found[s] = append(a.found[s], &fingerprinted[T]{x, text})
	return x
}
