package guards

// Ints as sums: a number, variables that stay, and so many times the index of the
// loop. Sums that wrap around are equal to what they stand for, modulo the range of
// ints, as is every sum that is computed.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A sum is num + terms + steps times the index.
type sum struct {
	num   int64
	terms []term // in the order in which they were found
	steps int64
}

// A term is a variable, so many times.
type term struct {
	v     *kir.Var
	times int64
}

// maxCoefficient bounds the numbers in sums, so that those of Go are exact.
const maxCoefficient = 1 << 30

// sumOf is the value of an int, nil if it is no sum.
func (w *splitter) sumOf(e kir.Expr) *sum {
	switch e := e.(type) {
	case *kir.Int:
		if -maxCoefficient < e.Val && e.Val < maxCoefficient {
			return &sum{num: e.Val}
		}
	case *kir.Ref:
		return w.sumOfVar(e.Var)
	case *kir.Prim:
		if op := e.Op.Code; op == prim.Add || op == prim.Sub {
			a, b := w.sumOf(e.Args[0]), w.sumOf(e.Args[1])
			if a == nil || b == nil {
				return nil
			}
			if op == prim.Add {
				return a.plus(b, 1)
			}
			return a.plus(b, -1)
		}
	}
	return nil
}

func (w *splitter) sumOfVar(v *kir.Var) *sum {
	switch def := w.defs[v]; {
	case v.Type != types.Int:
		return nil
	case v == w.loop.Var:
		return &sum{steps: 1}
	case !w.inner[v]:
		return &sum{terms: []term{{v, 1}}}
	case def == nil:
		return nil
	default:
		s, seen := w.sums[v]
		if !seen {
			s = w.sumOf(def)
			w.sums[v] = s
		}
		return s
	}
}

// plus is s + times * t, nil if numbers are too large.
func (s *sum) plus(t *sum, times int64) *sum {
	out := &sum{num: s.num + times*t.num, steps: s.steps + times*t.steps}
	small := -maxCoefficient < out.num && out.num < maxCoefficient && -maxCoefficient < out.steps && out.steps < maxCoefficient
	at := map[*kir.Var]int{}
	for _, x := range s.terms {
		at[x.v] = len(out.terms)
		out.terms = append(out.terms, x)
	}
	for _, x := range t.terms {
		i, ok := at[x.v]
		if !ok {
			i = len(out.terms)
			at[x.v] = i
			out.terms = append(out.terms, term{v: x.v})
		}
		out.terms[i].times += times * x.times
		small = small && -maxCoefficient < out.terms[i].times && out.terms[i].times < maxCoefficient
	}
	if !small {
		return nil
	}
	return out
}

// key is a text that sums have in common if they are equal whatever the variables
// are, and found in one order.
func (s *sum) key() string {
	var b strings.Builder
	fmt.Fprint(&b, s.num, " ", s.steps)
	for _, t := range s.terms {
		if t.times != 0 {
			fmt.Fprintf(&b, " %d*%p", t.times, t.v)
		}
	}
	return b.String()
}

// isIndex reports whether s is the index itself.
func (s *sum) isIndex() bool {
	return s.num == 0 && s.steps == 1 && !slices.ContainsFunc(s.terms, func(t term) bool { return t.times != 0 })
}

// at is the sum where the index is i.
func (s *sum) at(i kir.Expr) kir.Expr {
	var out kir.Expr
	join := func(x kir.Expr, times int64) {
		switch {
		case times == 0:
		case times == -1 && out != nil:
			out = kir.Apply(prim.Sub, out, x)
			return
		case times != 1:
			x = kir.Apply(prim.Mul, kir.N(times), x)
			fallthrough
		default:
			if out == nil {
				out = x
			} else {
				out = kir.Apply(prim.Add, out, x)
			}
		}
	}
	join(i, s.steps)
	for _, t := range s.terms {
		join(kir.Use(t.v), t.times)
	}
	switch {
	case out == nil:
		return kir.N(s.num)
	case s.num == 0:
		return out
	}
	return kir.Apply(prim.Add, out, kir.N(s.num))
}
