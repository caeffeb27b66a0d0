package nkl

// Stacks in segments: what was pushed never moves, so frames can be pointed
// to, and a deep stack is not copied when it grows.

// segmentBytes is the size of a segment, unless one frame needs more. The
// first ones are smaller, because most programs are.
const (
	segmentBytes = 1 << 20
	firstBytes   = 1 << 11
)

// A stack hands out slices of T, last in, first out.
type stack[T any] struct {
	cur   []T // the segment in use, up to top
	top   int
	below []segment[T]
	spare []T // a segment that was given up last
	bytes int // of one element
	held  int // bytes of the segments in use
}

type segment[T any] struct {
	data []T
	top  int
}

func newStack[T any](elemBytes int) stack[T] {
	return stack[T]{bytes: elemBytes}
}

// fits reports whether n more elements need no new segment.
func (s *stack[T]) fits(n int) bool { return s.top+n <= len(s.cur) }

// push returns n elements, with what they held before.
func (s *stack[T]) push(n int) []T {
	if !s.fits(n) {
		s.grow(n)
	}
	top := s.top + n
	x := s.cur[s.top:top:top]
	s.top = top
	return x
}

// pop gives the last n elements back.
func (s *stack[T]) pop(n int) {
	if s.top -= n; s.top == 0 && len(s.below) > 0 {
		last := len(s.below) - 1
		s.held -= len(s.cur) * s.bytes
		s.spare = s.cur
		s.cur, s.top = s.below[last].data, s.below[last].top
		s.below = s.below[:last]
	}
}

func (s *stack[T]) grow(n int) {
	if s.cur != nil {
		s.below = append(s.below, segment[T]{s.cur, s.top})
	}
	if s.cur = s.spare; len(s.cur) < n || s.cur == nil {
		s.cur = make([]T, max(n, min(firstBytes<<min(len(s.below), 10), segmentBytes)/s.bytes))
	}
	s.spare, s.top = nil, 0
	s.held += len(s.cur) * s.bytes
}
