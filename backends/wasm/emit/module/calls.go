package module

import (
	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
)

// FuelAtOnce is how many steps are done between two calls of poll: iterations of
// loops that may be endless, and calls.
const FuelAtOnce = 1 << 16

// makeCalls writes enter(number), which notes a call in progress, more_calls(), which doubles
// the room for them, and pause(), which calls poll.
func (e *Emitter) makeCalls() {
	e.callsFirst.Init, e.CallsTop.Init, e.callsEnd.Init = int32(e.callsAt), int32(e.callsAt), int32(e.callsAt+firstCalls)
	f := e.Func("more_calls", nil, nil)
	moreCalls := f
	size, to := f.Local("size", w.I32), f.Local("to", w.I32)
	ints := asm.Do(w.I32ShrU, asm.Get(size), asm.I32(1)) // twice as many, of four bytes
	if e.Num.Int64 {
		ints = asm.Do(w.I64ExtendI32U, ints)
	}
	asm.Put(f,
		asm.Set(size, asm.Do(w.I32Sub, asm.Global(e.callsEnd), asm.Global(e.callsFirst))),
		asm.Set(to, asm.CallOf(e.Alloc, ints, asm.I32(2), asm.I32(NoPlace))),
		asm.Get(to), asm.Global(e.callsFirst), asm.Get(size), (*w.Func).MemoryCopy,
		asm.When(asm.Do(w.I32Eq, asm.Global(e.callsFirst), asm.I32(int32(e.callsAt))), asm.Add(e.live, asm.I32(-1))), // it is no array of the program
		asm.When(asm.Do(w.I32Ne, asm.Global(e.callsFirst), asm.I32(int32(e.callsAt))), asm.CallOf(e.Release, asm.Global(e.callsFirst))),
		asm.SetGlobal(e.callsFirst, asm.Get(to)),
		asm.SetGlobal(e.CallsTop, asm.Do(w.I32Add, asm.Get(to), asm.Get(size))),
		asm.SetGlobal(e.callsEnd, asm.Do(w.I32Add, asm.Global(e.CallsTop), asm.Get(size))),
	)
	f = e.Func("enter", []w.ValType{w.I32}, nil)
	e.Enter = f
	asm.Put(f,
		asm.Store(w.I32Store, asm.Global(e.CallsTop), 0, asm.Get(0)),
		asm.Add(e.CallsTop, asm.I32(4)),
		asm.When(asm.Do(w.I32Eq, asm.Global(e.CallsTop), asm.Global(e.callsEnd)), asm.CallOf(moreCalls)))
	f = e.Func("pause", nil, nil)
	e.Pause = f
	asm.Put(f, asm.SetGlobal(e.Fuel, asm.I32(FuelAtOnce)), asm.CallOf(e.Poll))
}
