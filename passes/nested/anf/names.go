package anf

// Names of functions that passes make: readable where short, always new.

import (
	"fmt"
	"hash/fnv"
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// FunctionNames starts with the names of the functions of m.
func FunctionNames(m *nkl.Module) *pass.Names {
	n := pass.NewNames()
	for _, f := range m.Funcs {
		n.Take(f.Name)
	}
	return n
}

// InstanceName is a new name for function fn at the types ts: fn.int,
// zip.int.floats.
func InstanceName(n *pass.Names, fn string, ts []*types.Type) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = typeWord(t)
	}
	return n.Fresh(fn + "." + shorten(strings.Join(words, ".")))
}

// maxWord is how long the type part of a name may be.
const maxWord = 40

// shorten cuts a long word and adds a hash of all of it.
func shorten(w string) string {
	if len(w) <= maxWord {
		return w
	}
	h := fnv.New32a()
	h.Write([]byte(w))
	return fmt.Sprintf("%s~%08x", w[:maxWord-9], h.Sum32())
}

// typeWord is a short word for t that may stand in a name: int, floats for
// [float], int_bool for <int bool>, the label of a function.
func typeWord(t *types.Type) string {
	switch t.Kind {
	case types.KSeq:
		return typeWord(t.Elem()) + "s"
	case types.KData, types.KSum, types.KClo:
		return t.Name
	case types.KFun:
		return typeWord(t.Elems[0])
	case types.KTuple:
		words := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			words[i] = typeWord(e)
		}
		return shorten(strings.Join(words, "_"))
	}
	return t.String()
}
