// Package vcode executes programs of VCODE as the machine does that they were made for: a
// stack of vectors, instructions that work on whole vectors, one after another. It is the oracle for
// the passes of the front end: it knows neither arities nor types, and finds out
// about lengths when it meets them. Programs that have names for entries are executed by the
// same operations (named.go).
//
//	Run      the program (this file)
//	entry    what is on the stack (entry.go)
//	apply    instructions (apply.go), by segments (segments.go); with effects (effects.go)
package vcode

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/ir/value/object"
	"nessiec/ir/vcode"
)

// Run runs a program in a world and writes the stack that it leaves on the standard output, the
// bottom first.
func Run(m *vcode.Module, n value.Num, w *interp.World) (cost interp.Counters, failed *interp.Error) {
	x := &machine{num: n, world: w, funcs: map[string]*vcode.Func{}}
	for _, f := range m.Funcs {
		x.funcs[f.Name] = f
	}
	defer func() {
		cost.Work = x.steps
		switch e := recover().(type) {
		case nil:
		case *interp.Error:
			failed = e
		default:
			panic(e)
		}
	}()
	start := m.Start()
	if start == nil {
		return cost, interp.Bug(ir.Pos{}, "a program without functions")
	}
	if start.Body.Form() == vcode.FormBlock {
		x.call(start.Name)
	} else {
		x.stack = x.function(start, nil)
	}
	x.print(x.stack)
	return cost, nil
}

// A machine runs a program.
type machine struct {
	num   value.Num
	world *interp.World
	funcs map[string]*vcode.Func
	stack []*entry
	calls []ir.Pos // of those in progress
	since []float64
	steps int64
}

// maxDepth is how many calls may be in progress.
const maxDepth = 1000000

// call runs a function on the stack. A call at its end is a jump.
func (x *machine) call(fn string) {
	for fn != "" {
		f := x.funcs[fn]
		if f == nil {
			panic(interp.Bug(ir.Pos{}, "there is no function %s", fn))
		}
		fn = x.code(f.Body, true)
	}
}

// code executes e. If it ends in the call of a function and nothing of the function comes
// behind e, that call is left to the caller.
func (x *machine) code(e vcode.Expr, last bool) (next string) {
	x.step(1)
	if n, ok := vcode.Touches(e); ok && n <= len(x.stack) {
		x.stack, _ = vcode.Rearrange(x.stack, e)
		return ""
	}
	switch e := e.(type) {
	case *vcode.Block:
		for i, y := range e.Code {
			if next = x.code(y, last && i == len(e.Code)-1); next != "" {
				return next
			}
		}
	case *vcode.Pair:
		two := x.pop(2)
		x.push(&entry{pair: [2]*entry{two[0], two[1]}})
	case *vcode.Unpair:
		p := x.pop(1)[0]
		x.sound(p.pair[0] != nil, e.Pos())
		x.push(p.pair[0], p.pair[1])
	case *vcode.Const:
		x.push(x.constant(e))
	case *vcode.Instr:
		x.push(x.apply(e.Pos(), e.Op, e.Type, x.pop(e.Op.Of().NumArgs()))...)
	case *vcode.Exit:
		x.fail(e.Pos(), vcode.ErrExit)
	case *vcode.Branch:
		cond := x.pop(1)[0]
		x.sound(cond.elem == types.Bool, e.Pos())
		if x.one(e.Pos(), cond) != 0 {
			return x.code(e.Then, last)
		}
		return x.code(e.Else, last)
	case *vcode.Invoke:
		if last {
			return e.Fn
		}
		x.enter(e.Pos())
		x.call(e.Fn)
		x.leave()
	default:
		panic(interp.Bug(e.Pos(), "the stack has too few entries"))
	}
	return ""
}

// enter begins a call at a place, leave ends it.
func (x *machine) enter(at ir.Pos) {
	if x.calls = append(x.calls, at); len(x.calls) > maxDepth {
		panic(&interp.Error{Kind: interp.Memory, Msg: "The program nests calls too deep.", Pos: at})
	}
}

func (x *machine) leave() { x.calls = x.calls[:len(x.calls)-1] }

func (x *machine) push(es ...*entry) { x.stack = append(x.stack, es...) }

// pop takes n entries from the stack, the deepest first.
func (x *machine) pop(n int) []*entry {
	at := len(x.stack) - n
	if at < 0 {
		panic(interp.Bug(ir.Pos{}, "the stack has too few entries"))
	}
	out := append([]*entry(nil), x.stack[at:]...)
	x.stack = x.stack[:at]
	return out
}

// constant is the entry that a constant pushes.
func (x *machine) constant(c *vcode.Const) *entry {
	if c.Type == vcode.OneSegment {
		return &entry{lens: []int64{c.Vals[0].(*vcode.Int).Val}, sd: true}
	}
	out := &entry{elem: vcode.ElemOf(c.Type)}
	for _, v := range c.Vals {
		out.words = append(out.words, x.literal(v))
	}
	return out
}

// step counts steps: one for every instruction and every element that is made.
func (x *machine) step(n int) {
	if x.steps += int64(n); x.world.MaxSteps > 0 && x.steps > x.world.MaxSteps {
		panic(&interp.Error{Kind: interp.Steps, Msg: interp.MsgSteps})
	}
}

// fail stops the program.
func (x *machine) fail(at ir.Pos, msg string) {
	var calls []ir.Pos
	for i := len(x.calls) - 1; i >= 0; i-- {
		calls = append(calls, x.calls[i])
	}
	panic(interp.Fail(at, msg).Through(interp.Calls(calls)))
}

// sound stops a program that no pass has looked at, where it takes an entry for another kind.
func (x *machine) sound(ok bool, at ir.Pos) {
	if !ok {
		panic(interp.Bug(at, "an entry of another type than it has to be"))
	}
}

// need stops the program unless ok.
func (x *machine) need(ok bool, at ir.Pos, msg string) {
	if !ok {
		x.fail(at, msg)
	}
}

// print writes entries, one a line.
func (x *machine) print(es []*entry) {
	for _, e := range es {
		var b []byte
		switch {
		case e.sd:
			b = object.AppendLengths(x.num, nil, value.Ints(e.lens))
		case e.elem == nil:
			x.print(e.pair[:])
		default:
			b = object.AppendVector(x.num, nil, e.seq(e.elem))
		}
		if x.world.Stdout != nil {
			_, _ = x.world.Stdout.Write(b)
		}
	}
}

// kind is the kind of elements.
func kind(e *entry) types.Kind { return e.elem.Kind }
