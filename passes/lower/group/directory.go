package group

// Rank directories (lcu.Directory): the number of all selected elements, and for every word,
// the flags of prim.FlagBits indices, how many are selected before it, and the word.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// Words is how many words a directory of n flags has: the last one has fewer flags than
// there is room for, or none.
func Words(n kir.Expr) kir.Expr {
	return op.Add(op.Div(op.Max(n, op.N(0)), op.N(prim.FlagBits)), op.N(1))
}

// FilledWords is how many of them have flags.
func FilledWords(n kir.Expr) kir.Expr {
	n = op.Max(n, op.N(0))
	return op.Add(op.Div(n, op.N(prim.FlagBits)), op.Min(op.Rem(n, op.N(prim.FlagBits)), op.N(1)))
}

// DirectorySize is how many elements a directory of so many words has.
func DirectorySize(words kir.Expr) kir.Expr { return op.Add(op.Mul(op.N(2), words), op.N(1)) }

// The places of the number of all selected elements, of the number of those before a word, and of
// the word.
func placeOfTotal() kir.Expr            { return op.N(0) }
func placeOfBefore(w kir.Expr) kir.Expr { return op.Add(op.Mul(op.N(2), w), op.N(1)) }
func placeOfWord(w kir.Expr) kir.Expr   { return op.Add(op.Mul(op.N(2), w), op.N(2)) }

// FirstOf is the first index of word w, SizeOf how many of n flags it has from index b on.
func FirstOf(k *build.Kernel, w kir.Expr) kir.Expr { return k.Def("b", op.Mul(w, op.N(prim.FlagBits))) }
func SizeOf(k *build.Kernel, b, n kir.Expr) kir.Expr {
	return k.Def("size", op.Min(op.N(prim.FlagBits), op.Sub(n, b)))
}

// StoreTotals, StoreBefore and StoreWords store that in several directories.
func StoreTotals(k *build.Kernel, dirs []*kir.Var, vals []kir.Expr) {
	k.StoreAll(dirs, placeOfTotal(), vals)
}
func StoreBefore(k *build.Kernel, dirs []*kir.Var, w kir.Expr, vals []kir.Expr) {
	k.StoreAll(dirs, placeOfBefore(w), vals)
}
func StoreWords(k *build.Kernel, dirs []*kir.Var, w kir.Expr, vals []kir.Expr) {
	k.StoreAll(dirs, placeOfWord(w), vals)
}

// LoadWords is word w of several directories.
func LoadWords(k *build.Kernel, dirs []*kir.Var, w kir.Expr) []kir.Expr {
	return k.Defs("word", op.Loads(dirs, placeOfWord(w)))
}

// RankOf is how many elements before those of word w are selected, or with rest are not.
func RankOf(dir *kir.Var, w kir.Expr, rest bool) kir.Expr {
	before := op.Load(dir, placeOfBefore(w))
	if rest {
		return op.Sub(op.Mul(w, op.N(prim.FlagBits)), before)
	}
	return before
}

// OverWord writes body for the elements of word w of a directory of n flags that are selected,
// or with rest are not.
func OverWord(k *build.Kernel, dir *kir.Var, w, n kir.Expr, rest bool, body func(i kir.Expr)) {
	b := FirstOf(k, w)
	word := op.Load(dir, placeOfWord(w))
	if rest {
		word = kir.Apply(prim.Xor, word, ones(SizeOf(k, b, n)))
	}
	OverBits(k, k.Mut("flags", word), b, body)
}

// ones is an int whose lowest bits are set, size of them. No shift is by as many bits as an
// int may have.
func ones(size kir.Expr) kir.Expr {
	half := op.Div(size, op.N(2))
	return op.Sub(kir.Apply(prim.Shl, kir.Apply(prim.Shl, op.N(1), half), op.Sub(size, half)), op.N(1))
}
