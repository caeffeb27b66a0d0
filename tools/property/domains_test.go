package property

// Arguments that fit what a function expects, most of the time: indices in
// range, equal lengths, positive counts. One of eight breaks it on purpose.

import "strconv"

// A domain makes the parts of the argument of a function, from their types.
type domain func(m *maker, ps []*typ) []string

// domains are those of functions that expect something of their arguments.
var domains = map[string]domain{
	"get": indexed, "read": indexed, "elt": element, "rep": replaced, "permute": permuted, "write": written,
	"put": placed, "cond_put": placed, "join": joined,
	"dist": counted, "group_by": counted, "kth_smallest": element, "index": oneCount,
	"take": partial, "drop": partial, "rotate": partial, "subseq": between, "iseq": ranged, "fseq": stepped,
	"zip": sameLength, "zip3": sameLength, "split": sameLength, "flag_partition": sameLength, "unpack": merged,
	"group_by_separator_flags": sameLength, "flag_merge": merged, "interleave": sameLength,
	"partition": partitioned, "transpose": rectangle, "vsep": nonEmpty, "head_rest": nonEmpty, "rest_tail": nonEmpty, "median": nonEmpty,
	"hash": modulus, "exp_string": digits, "justify_text": modulus, "gcd": small, "code_char": code,
	"parse_int": number, "parse_unsigned_int": number, "parse_float": number, "parse_int_vect": number,
	"odd_elts": nonEmpty, "power": power, "log": logarithm, "pad": small,
	"dot": sameLength, "matvec": applied, "matmul": multiplied, "submatrix": framed, "windows": counted, "bincount": counted, "sample": partial,
	"fixed_string": digits,
	"product":      factors, "mult_scan": factors, "rand": positive, "isqrt": positive, "float_string": finite, "string": finite,
}

// exact are the functions whose results depend on the order of operations on
// floats, or that need numbers of a moderate size.
var exact = map[string]bool{"sum": true, "plus_scan": true, "fseq": true, "justify_text": true, "program_scan": true, "program_dot": true,
	"dot": true, "matvec": true, "matmul": true}

func (m *maker) rare() bool { return m.r.IntN(8) == 0 }

func (m *maker) size() int { return m.r.IntN(12) }

// below is an index of a sequence of n elements, rarely out of range.
func (m *maker) below(n int) int {
	if m.rare() || n == 0 {
		return []int{-1, n, n + 1, 1 << 30, -1 << 31}[m.r.IntN(5)]
	}
	return m.r.IntN(n)
}

// indices are n indices of a sequence of length of; at most one is wrong.
func (m *maker) indices(n, of int) []int {
	if of == 0 {
		n = 0
	}
	is := make([]int, n)
	for i := range is {
		is[i] = m.r.IntN(of)
	}
	if n > 0 && m.rare() {
		is[m.r.IntN(n)] = m.below(0)
	}
	return is
}

func itoa(i int) string { return strconv.Itoa(i) }

func indexed(m *maker, ps []*typ) []string {
	n := m.size()
	return []string{m.seq(ps[0], n), ints(m.indices(m.size(), n))}
}

func element(m *maker, ps []*typ) []string {
	n := m.size()
	return []string{m.seq(ps[0], n), itoa(m.below(n))}
}

func replaced(m *maker, ps []*typ) []string {
	n := m.size()
	return []string{m.seq(ps[0], n), m.literal(ps[1]), itoa(m.below(n))}
}

// permuted sometimes has an index twice, or too many.
func permuted(m *maker, ps []*typ) []string {
	n := m.size()
	is := m.r.Perm(n)
	switch {
	case m.rare():
		is = m.indices(n, n)
	case m.rare():
		is = append(is, 0)
	}
	return []string{m.seq(ps[0], n), ints(is)}
}

func written(m *maker, ps []*typ) []string {
	n := m.size()
	var pairs []string
	for _, i := range m.indices(m.size(), n) {
		pairs = append(pairs, tuple(itoa(i), m.literal(ps[0].elems[0])))
	}
	return []string{m.seq(ps[0], n), "[" + join(pairs) + "]"}
}

func join(parts []string) (s string) {
	for i, p := range parts {
		if i > 0 {
			s += ", "
		}
		s += p
	}
	return s
}

// placed is values, indices, perhaps flags, and a destination.
func placed(m *maker, ps []*typ) []string {
	n, of := m.size(), m.size()
	is := m.indices(n, of)
	out := []string{m.seq(ps[0], len(is)), ints(is)}
	if len(ps) == 4 {
		out = append(out, m.seq(ps[2], len(is)))
	}
	return append(out, m.seq(ps[len(ps)-1], of))
}

// joined puts two sequences at the places of a permutation.
func joined(m *maker, ps []*typ) []string {
	n := m.size()
	perm, k := m.r.Perm(n), m.r.IntN(n+1)
	return []string{m.seq(ps[0], k), ints(perm[:k]), m.seq(ps[2], n-k), ints(perm[k:])}
}

func counted(m *maker, ps []*typ) []string { return []string{m.literal(ps[0]), itoa(m.count())} }

// count is a length, rarely a negative one.
func (m *maker) count() int {
	switch {
	case m.rare():
		return -m.r.IntN(3)
	case m.rare():
		return 300
	}
	return 1 + m.size()
}

func oneCount(m *maker, _ []*typ) []string { return []string{itoa(m.count())} }

func partial(m *maker, ps []*typ) []string {
	n := m.size()
	k := m.r.IntN(2*n+1) - n
	if m.rare() {
		k = m.below(0)
	}
	return []string{m.seq(ps[0], n), itoa(k)}
}

func between(m *maker, ps []*typ) []string {
	n := m.size()
	i, j := m.r.IntN(n+1), m.r.IntN(n+1)
	if i > j && !m.rare() {
		i, j = j, i
	}
	if m.rare() {
		j = m.below(0)
	}
	return []string{m.seq(ps[0], n), itoa(i), itoa(j)}
}

// ranged is start, step and end of a sequence that is not too long.
func ranged(m *maker, _ []*typ) []string {
	s := m.int()
	step := m.r.IntN(7)
	if step == 0 && !m.rare() {
		step = 1
	}
	e := s + m.r.IntN(50) - m.r.IntN(3)
	if int(int32(s)) == s {
		e = max(min(e, 1<<31-1), -1<<31)
	}
	return []string{itoa(s), itoa(step), itoa(e)}
}

func stepped(m *maker, _ []*typ) []string {
	return []string{m.float(), []string{"0.25", "1.5", "-0.5"}[m.r.IntN(3)], m.float()}
}

// sameLength gives all sequences one length, rarely not.
func sameLength(m *maker, ps []*typ) (out []string) {
	n := m.size()
	if m.rare() {
		n += 250
	}
	for i, p := range ps {
		if p.kind != 's' {
			out = append(out, m.literal(p))
			continue
		}
		k := n
		if i > 0 && m.rare() {
			k++
		}
		out = append(out, m.seq(p, k))
	}
	return out
}

// merged has as many values as there are flags of a kind; flags come first for
// flag_merge, last for unpack.
func merged(m *maker, ps []*typ) []string {
	flags := make([]bool, m.size())
	set := 0
	for i := range flags {
		if flags[i] = m.r.IntN(2) == 0; flags[i] {
			set++
		}
	}
	if len(ps) == 2 {
		return []string{m.seq(ps[0], set), bools(flags)}
	}
	return []string{bools(flags), m.seq(ps[1], len(flags)-set), m.seq(ps[2], set)}
}

func partitioned(m *maker, ps []*typ) []string {
	counts := make([]int, m.size())
	sum := 0
	for i := range counts {
		counts[i] = m.r.IntN(5)
		sum += counts[i]
	}
	switch {
	case m.rare():
		sum++
	case m.rare() && len(counts) > 0:
		counts[0] = []int{-1, 1 << 30, 1<<31 - 1, -1 << 31}[m.r.IntN(4)]
	}
	return []string{m.seq(ps[0], sum), ints(counts)}
}

func nonEmpty(m *maker, ps []*typ) []string {
	n := 2 + m.size()
	if m.rare() {
		n = m.r.IntN(2)
	}
	return []string{m.seq(ps[0], n)}
}

func modulus(m *maker, ps []*typ) []string { return []string{m.literal(ps[0]), itoa(3 * m.count())} }

func digits(m *maker, ps []*typ) []string { return []string{m.finite(), itoa(m.r.IntN(10))} }

func small(m *maker, ps []*typ) []string {
	return (&maker{r: m.r}).parts(ps)
}

func code(m *maker, _ []*typ) []string { return []string{itoa(32 + m.r.IntN(90))} }

func number(m *maker, _ []*typ) []string {
	return []string{strconv.Quote([]string{"12", "-3", "+7", "1.5", "2.5e3", "-1.25e-2", "x", "", "-", ".", "12x", "1 2 3", "4 -5", "99999999999", "1e", "e5", "007", "1..2"}[m.r.IntN(18)])}
}

func power(m *maker, ps []*typ) []string {
	n := m.r.IntN(12)
	if m.rare() {
		n = -1
	}
	return []string{m.literal(ps[0]), itoa(n)}
}

// factors of floats are powers of two: products are exact.
func factors(m *maker, ps []*typ) []string {
	if !ps[0].has("float") {
		return m.parts(ps)
	}
	var parts []string
	for range m.length(ps[0]) {
		parts = append(parts, []string{"0.5", "2.0", "1.0", "-1.0", "4.0", "0.25"}[m.r.IntN(6)])
	}
	return []string{"[" + join(parts) + "]"}
}

func positive(m *maker, ps []*typ) []string {
	if ps[0].name == "float" {
		return []string{[]string{"1.0", "0.5", "1.0e10", "0.0", "-1.0", "100.0"}[m.r.IntN(6)]}
	}
	return []string{itoa([]int{1, 2, 10, 1000, 1<<31 - 1, 0, -5, 48}[m.r.IntN(8)])}
}

// logarithm is two floats that are positive, most of the time.
func logarithm(m *maker, ps []*typ) []string {
	return append(positive(m, ps[:1]), positive(m, ps[1:])...)
}

func finite(m *maker, ps []*typ) []string {
	if ps[0].name == "float" {
		return []string{m.finite()}
	}
	return m.parts(ps)
}

func (m *maker) finite() string {
	for {
		if x := m.float(); x != "inf" && x != "-inf" {
			return x
		}
	}
}

// parts are values of types ps without any condition.
func (m *maker) parts(ps []*typ) (out []string) {
	for _, p := range ps {
		out = append(out, m.literal(p))
	}
	return out
}

// argument makes the argument of a subject: a literal of type arg.
func (m *maker) argument(name string, arg *typ) string {
	ps := []*typ{arg}
	if arg.kind == 't' {
		ps = arg.elems
	}
	d := domains[name]
	if d == nil {
		d = (*maker).parts
	}
	m.extreme = !exact[name]
	parts := d(m, ps)
	if arg.kind == 't' {
		return tuple(parts...)
	}
	return parts[0]
}
