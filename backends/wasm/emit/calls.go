package emit

// What is done in between: the calls in progress are noted, and a program that
// runs for long is asked whether it should.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
)

// fuelAtOnce is how many steps are done between two calls of poll: iterations of
// loops that may be endless, and calls.
const fuelAtOnce = 1 << 16

// hostStep is what an iteration or call of the host counts, since it may launch
// kernels.
const hostStep = 64

// makeCalls writes more_calls(), which doubles the room for calls in progress, and
// pause(), which calls poll.
func (e *emitter) makeCalls() {
	e.callsFirst.Init, e.callsTop.Init, e.callsEnd.Init = int32(e.callsAt), int32(e.callsAt), int32(e.callsAt+firstCalls)
	f := e.Func("more_calls", nil, nil)
	e.moreCalls = f
	size, to := f.Local("size", w.I32), f.Local("to", w.I32)
	ints := do(w.I32ShrU, get(size), i32(1)) // twice as many, of four bytes
	if e.Num.Int64 {
		ints = do(w.I64ExtendI32U, ints)
	}
	put(f,
		set(size, do(w.I32Sub, global(e.callsEnd), global(e.callsFirst))),
		set(to, callOf(e.alloc, ints, i32(2), i32(NoPlace))),
		get(to), global(e.callsFirst), get(size), (*w.Func).MemoryCopy,
		when(do(w.I32Ne, global(e.callsFirst), i32(int32(e.callsAt))), callOf(e.release, global(e.callsFirst))),
		setGlobal(e.callsFirst, get(to)),
		setGlobal(e.callsTop, do(w.I32Add, get(to), get(size))),
		setGlobal(e.callsEnd, do(w.I32Add, global(e.callsTop), get(size))),
	)
	f = e.Func("pause", nil, nil)
	e.pause = f
	put(f, setGlobal(e.fuel, i32(fuelAtOnce)), callOf(e.poll))
}

// enter notes a call at pos, before it is made; leave forgets it.
func (g *gen) enter(pos ir.Pos) {
	put(g.Func,
		store(w.I32Store, global(g.callsTop), 0, i32(int32(len(g.Calls)))),
		add(g.callsTop, i32(4)),
		when(do(w.I32Eq, global(g.callsTop), global(g.callsEnd)), callOf(g.moreCalls)))
	g.Calls = append(g.Calls, pos)
}

func (g *gen) leave() { put(g.Func, add(g.callsTop, i32(-4))) }

// step counts an iteration, or a call, of what may be endless. Kernels count in a
// variable of their own.
func (g *gen) step() {
	if g.host {
		put(g.Func,
			add(g.fuel, i32(-hostStep)),
			when(do(w.I32LtS, global(g.fuel), i32(0)), callOf(g.pause)))
		return
	}
	if g.left == nil {
		l := g.Local("left", w.I32)
		g.left = &l
	}
	left := *g.left
	put(g.Func,
		set(left, do(w.I32Sub, get(left), i32(1))),
		when(do(w.I32LtS, get(left), i32(0)),
			set(left, i32(fuelAtOnce)),
			callOf(g.poll)))
}
