package nkl

import "testing"

// Segments grow from the first size to the last, in bytes, whatever an element
// has; a frame that needs more gets more.
func TestStackSegments(t *testing.T) {
	for _, bytes := range []int{1, 8, 16} {
		s := newStack[int64](bytes)
		if s.push(1); s.held != firstBytes {
			t.Errorf("elements of %d bytes: the first segment has %d bytes, want %d", bytes, s.held, firstBytes)
		}
		for len(s.below) < 30 {
			s.push(100)
		}
		if n := len(s.cur) * bytes; n != segmentBytes {
			t.Errorf("elements of %d bytes: a late segment has %d bytes, want %d", bytes, n, segmentBytes)
		}
		before := s.held
		if x := s.push(2 * segmentBytes); len(x) != 2*segmentBytes || s.held != before+2*segmentBytes*bytes {
			t.Errorf("a frame of %d elements: %d, %d bytes held", 2*segmentBytes, len(x), s.held-before)
		}
	}
}
