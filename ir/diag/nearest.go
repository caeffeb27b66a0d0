// What to suggest for a word that is not known.

package diag

import "slices"

// Nearest is the one of names that is spelt most like name, the first of them in
// the order of the alphabet; "" if none is near, as nothing is near a single
// letter.
func Nearest(name string, names []string) (best string) {
	slices.Sort(names)
	limit := max(1, len(name)/3)
	if len(name) == 1 {
		limit = 0
	}
	for _, n := range names {
		if d := distance(name, n); d <= limit && n != name {
			best, limit = n, d-1
		}
	}
	return best
}

// distance is how many letters are to be changed, added, left out or swapped
// with their neighbour to make b of a.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
