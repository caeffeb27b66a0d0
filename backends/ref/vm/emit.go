package vm

// Emitting code: what host code and element code have in common.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
)

// An Emitter takes the code of one body in program order. It is a *Code for
// host code and an *Elem for element code.
type Emitter interface {
	// Move assigns src to dst, all at once.
	Move(dst, src []Reg)
	// Do runs f, which computes registers from registers and cannot fail.
	Do(f func(*Frame))
	// If runs one of two bodies.
	If(cond Reg, then, els func(Emitter))
	// Loop assigns inits to vars and runs body, again whenever it ends in Recur.
	Loop(vars, inits []Reg, body func(Emitter))
	// Recur starts the next iteration of the innermost loop, from tail position.
	Recur(args []Reg)
	// Check stops the program, or the element, unless cond holds.
	Check(cond Reg, at ir.Pos, message string)
}

// Prim emits dst = op(args), a scalar primitive.
func (f *Func) Prim(e Emitter, op *prim.Prim, dst Reg, args []Reg) {
	o, d := op.Eval(f.num, args[0].Kind), dst.at
	switch len(args) {
	case 1:
		a := args[0].at
		e.Do(func(f *Frame) { f.words[d] = o.One(f.words[a]) })
	case 2:
		a, b := args[0].at, args[1].at
		e.Do(func(f *Frame) { f.words[d] = o.Two(f.words[a], f.words[b]) })
	case 3:
		a, b, c := args[0].at, args[1].at, args[2].at
		e.Do(func(f *Frame) { f.words[d] = o.Three(f.words[a], f.words[b], f.words[c]) })
	default:
		panic("vm: primitive " + op.Name + " has too many operands")
	}
}

// Length emits dst = number of elements of vec.
func Length(e Emitter, dst, vec Reg) {
	e.Do(func(f *Frame) { f.words[dst.at] = prim.Word(len(f.vecs[vec.at].Words)) })
}

// At emits dst = vec[idx]. On the host that waits for the device.
func At(e Emitter, dst, vec, idx Reg) {
	if _, host := e.(*Code); host {
		e.Do(func(f *Frame) {
			f.words[dst.at] = f.at(vec, idx)
			f.run.cost.HostTransfer++
		})
		return
	}
	e.Do(func(f *Frame) {
		f.words[dst.at] = f.at(vec, idx)
		f.run.cost.Reads++
	})
}

// move returns code that assigns src to dst at once.
func move(dst, src []Reg) func(*Frame) {
	type pair struct{ d, s int }
	var words, vecs []pair
	for i := range dst {
		switch {
		case dst[i].at == src[i].at && dst[i].Vec == src[i].Vec:
		case dst[i].Vec:
			vecs = append(vecs, pair{dst[i].at, src[i].at})
		default:
			words = append(words, pair{dst[i].at, src[i].at})
		}
	}
	if len(words) == 1 && len(vecs) == 0 {
		d, s := words[0].d, words[0].s
		return func(f *Frame) { f.words[d] = f.words[s] }
	}
	return func(f *Frame) {
		var w [8]prim.Word
		var v [8]*Vector
		wt, vt := w[:0], v[:0]
		for _, p := range words {
			wt = append(wt, f.words[p.s])
		}
		for _, p := range vecs {
			vt = append(vt, f.vecs[p.s])
		}
		for i, p := range words {
			f.words[p.d] = wt[i]
		}
		for i, p := range vecs {
			f.Hold(Reg{Vec: true, at: p.d}, vt[i])
		}
	}
}
