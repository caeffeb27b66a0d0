package value

// NESL's hash (section 8.1 of the language reference): h in wrapping int
// arithmetic, the exponent of a float taken from its bits, because log differs
// in the last bit between devices.

import (
	"math"
	"math/bits"
)

// Hash is h(v): hash(v, m) is Rem(And(max_int, Hash(v)), m).
func (n Num) Hash(v Value) int64 {
	switch v := v.(type) {
	case Int:
		return int64(v)
	case Bool:
		return n.Btoi(bool(v))
	case Char:
		return int64(v)
	case Float:
		return n.HashFloat(float64(v))
	case Tuple:
		return n.hashTuple(v)
	case *Fun:
		return 0
	case *Rec:
		return n.hashRec(v)
	case Seq:
		return n.hashSeq(v)
	}
	panic("value: hash of an unknown value")
}

// hashTuple folds components from the right: (a, b, c) is (a, (b, c)).
func (n Num) hashTuple(v Tuple) int64 {
	if len(v) == 0 {
		return 0
	}
	h := n.Hash(v[len(v)-1])
	for i := len(v) - 2; i >= 0; i-- {
		h = n.Add(n.Hash(v[i]), n.Mul(991892311, h))
	}
	return h
}

// hashRec is the hash of the fields and, last, the number of the constructor.
func (n Num) hashRec(v *Rec) int64 {
	h := int64(v.Tag)
	for i := len(v.Fields) - 1; i >= 0; i-- {
		h = n.Add(n.Hash(v.Fields[i]), n.Mul(991892311, h))
	}
	return h
}

func (n Num) hashSeq(v Seq) int64 {
	h := int64(0)
	for i := range v.Len() {
		w := n.Add(int64(i), 991892313)
		h = n.Add(h, n.Mul(n.Hash(v.At(i)), n.Mul(n.Mul(w, w), w)))
	}
	return h
}

// HashFloat is 0 for 0.0, infinities and NaN; otherwise, with a = |x| and l =
// log2 a truncated toward zero, trunc(a / 2^(l-30)) - l.
func (n Num) HashFloat(x float64) int64 {
	b := math.Float64bits(x)
	m, e := int64(b&(1<<52-1)), int64(b>>52&0x7FF)
	switch {
	case e == 0x7FF || e == 0 && m == 0:
		return 0
	case e == 0: // subnormal: bring the leading bit to place 52
		s := int64(bits.LeadingZeros64(uint64(m)) - 11)
		m, e = m<<s, 1-s
	default:
		m |= 1 << 52
	}
	e -= 1023                // 2^e <= a < 2^(e+1)
	if e < 0 && m != 1<<52 { // log2 a is no integer: truncation goes up
		return n.Wrap(m>>23 - (e + 1))
	}
	return n.Wrap(m>>22 - e)
}
