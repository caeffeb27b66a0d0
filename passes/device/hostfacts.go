package device

// What is known about lengths and other ints at a place of host code. They are
// compared by keys, which are equal only if the values are: a text, and a number
// that is added to it.

import (
	"fmt"
	"maps"
	"strings"

	"nessiec/ir/kir"
)

// A key is the value of a scalar: what base says, plus more. The base of a
// number is empty; the key of what keys cannot tell is the zero key.
type key struct {
	base string
	more int64
}

// numberBase is the base of numbers.
const numberBase = "#"

// facts is what is known at a place of host code.
type facts struct {
	defs    map[*kvar]expr    // definitions of scalars
	length  map[*kvar]key     // of buffers
	equal   map[string]key    // towards the representative of a class of bases
	natural map[key]bool      // not negative
	most    map[key]key       // of counts: what they do not exceed
	fitted  map[fitting]*kvar // what was made long enough
	atoms   map[key]expr      // variables by the keys of their values
	number  map[*kvar]int     // names of variables in keys
	sized   map[key]bool      // sizes that were checked
}

// A fitting is a buffer that is to have so many elements.
type fitting struct {
	buf  *kvar
	size key
}

// newFacts is nothing known.
func newFacts() facts {
	return facts{map[*kvar]expr{}, map[*kvar]key{}, map[string]key{}, map[key]bool{}, map[key]key{}, map[fitting]*kvar{}, map[key]expr{}, map[*kvar]int{}, map[key]bool{}}
}

// copy is for an arm: what is learnt there is forgotten after it.
func (f facts) copy() facts {
	return facts{f.defs, f.length, maps.Clone(f.equal), maps.Clone(f.natural), f.most, maps.Clone(f.fitted), maps.Clone(f.atoms), f.number, maps.Clone(f.sized)}
}

// define notes that v has the value of e.
func (f facts) define(v *kvar, e expr) {
	if k := f.key(e); k.known() {
		f.atoms[k] = kir.Use(v)
	}
	f.defs[v] = e
}

// known reports whether k is the key of something.
func (k key) known() bool { return k.base != "" }

// plus is the key of k + n.
func (k key) plus(n int64) key {
	if k.known() {
		k.more += n
	}
	return k
}

func (k key) String() string {
	if k.more == 0 {
		return k.base
	}
	return fmt.Sprintf("%s%+d", k.base, k.more)
}

// key is the key of a scalar.
func (f facts) key(e expr) key {
	switch e := e.(type) {
	case *kir.Int:
		return key{numberBase, e.Val}
	case *kir.Bool:
		return key{fmt.Sprint(e.Val), 0}
	case *kir.Ref:
		if rhs := f.defs[e.Var]; rhs != nil {
			if k := f.key(rhs); k.known() {
				return k
			}
		}
		return f.find(key{f.name(e.Var), 0})
	case *kir.Length:
		return f.lengthKey(kir.VarOf(e.Buf))
	case *kir.Prim:
		return f.primKey(e)
	}
	return key{}
}

func (f facts) primKey(e *kir.Prim) key {
	args, texts := make([]key, len(e.Args)), make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = f.key(a)
		if !args[i].known() {
			return key{}
		}
		texts[i] = args[i].String()
	}
	isNumber := func(i int) bool { return args[i].base == numberBase }
	switch op := e.Op.Name; {
	case op == "add" && isNumber(1):
		return args[0].plus(args[1].more)
	case op == "add" && isNumber(0):
		return args[1].plus(args[0].more)
	case op == "sub" && isNumber(1):
		return args[0].plus(-args[1].more)
	case op == "max" && isNumber(1) && args[1].more == 0 && f.isNatural(args[0]):
		return args[0]
	}
	return f.find(key{e.Op.Name + "(" + strings.Join(texts, ")(") + ")", 0})
}

// isNatural reports whether the value of k is certainly not negative.
func (f facts) isNatural(k key) bool {
	return f.natural[k] || k.more >= 0 && (k.base == numberBase || strings.HasPrefix(k.base, "length "))
}

func (f facts) name(v *kvar) string {
	n, ok := f.number[v]
	if !ok {
		n = len(f.number)
		f.number[v] = n
	}
	return fmt.Sprintf("%s#%d", v.Name, n)
}

// lengthKey is the key of the number of elements of a buffer.
func (f facts) lengthKey(buf *kvar) key {
	if k, ok := f.length[buf]; ok {
		return f.find(k)
	}
	return f.find(key{"length " + f.name(buf), 0})
}

// find is the representative of the values equal to k.
func (f facts) find(k key) key {
	for to, ok := f.equal[k.base]; ok; to, ok = f.equal[k.base] {
		k = to.plus(k.more)
	}
	return k
}

// hold notes that cond is true.
func (f facts) hold(cond expr) {
	if r, ok := cond.(*kir.Ref); ok && f.defs[r.Var] != nil {
		cond = f.defs[r.Var]
	}
	p, ok := cond.(*kir.Prim)
	if !ok {
		return
	}
	switch p.Op.Name {
	case "and":
		f.hold(p.Args[0])
		f.hold(p.Args[1])
	case "eq":
		f.unite(f.key(p.Args[0]), f.key(p.Args[1]))
	case "ge":
		if b := f.key(p.Args[1]); b.base == numberBase && b.more >= 0 {
			f.natural[f.key(p.Args[0])] = true
		}
	}
}

// unite notes that two values are equal.
func (f facts) unite(a, b key) {
	if a.base == numberBase {
		a, b = b, a
	}
	if a.known() && b.known() && a.base != b.base {
		f.equal[a.base] = b.plus(-a.more)
	}
}

// covers reports whether length is at least size, as far as keys show. A sum that
// may have wrapped around below zero shows nothing.
func (f facts) covers(length, size key) bool {
	return length.known() && length.base == size.base &&
		(length.more == size.more || length.more > size.more && (size.more >= 0 || f.isNatural(key{size.base, 0})))
}

// smallSize is a size that is not too large for any width of int.
const smallSize = 1 << 30

// apply is an operation on small ints, if there is a value.
func apply(op string, a, b int64) (int64, bool) {
	switch op {
	case "add", "add_size":
		return a + b, true
	case "sub":
		return a - b, true
	case "mul", "mul_size":
		return a * b, true
	case "max":
		return max(a, b), true
	case "min":
		return min(a, b), true
	case "div":
		if a >= 0 && b > 0 {
			return a / b, true
		}
	}
	return 0, false
}
