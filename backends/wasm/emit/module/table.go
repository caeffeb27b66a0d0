package module

// A Table is what a program names by numbers, each once.
type Table[T comparable] struct {
	All     []T
	numbers map[T]int
}

// Number is the number of x, which gets one if it has none.
func (t *Table[T]) Number(x T) int {
	n, ok := t.numbers[x]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[T]int{}
		}
		n = len(t.All)
		t.numbers[x] = n
		t.All = append(t.All, x)
	}
	return n
}
