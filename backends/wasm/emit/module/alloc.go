package module

// The allocator. A block has the size of its class, classes are quarters of
// powers of two; free blocks of a class are a list. A block that no list has is
// taken from the end of the heap, for which memory grows; if it cannot, or much is
// free, from the list of a larger class.

import (
	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
)

// The runtime is the functions and variables that all modules have.
type runtime struct {
	Fail, Poll                             *w.Func // imported
	Alloc, Over, Copied, CopiedOver        *w.Func
	Retain, Release                        *w.Func
	Enter, Pause                           *w.Func
	Check, CheckSize, CheckKernels         *w.Func
	Launched                               *w.Func
	heap, heapFirst                        *w.Global // where it ends and begins
	CallsTop, callsFirst, callsEnd         *w.Global
	Fuel                                   *w.Global
	Launches, Reads                        *w.Global
	arrays, reused, live, bytes, peakBytes *w.Global
}

// MakeRuntime declares and writes them.
func (e *Emitter) MakeRuntime() {
	e.Fail = e.Import(From, "fail", []w.ValType{w.I32, w.I32, w.I64}, nil)
	e.Poll = e.Import(From, "poll", nil, nil)
	e.heap, e.heapFirst = e.Global("heap"), e.Global("heap_first")
	e.LocalsAt = e.Global("locals")
	e.Fuel = e.Global("fuel")
	e.Fuel.Init = FuelAtOnce
	for _, g := range []struct {
		to   **w.Global
		name string
	}{
		{&e.Launches, "stat_launches"}, {&e.Reads, "stat_reads"}, {&e.arrays, "stat_arrays"}, {&e.reused, "stat_reused"}, {&e.live, "stat_live"}, {&e.bytes, "stat_bytes"}, {&e.peakBytes, "stat_peak"},
		{&e.CallsTop, "calls_top"}, {&e.callsFirst, "calls_first"}, {&e.callsEnd, "calls_end"},
	} {
		*g.to = e.Global(g.name)
		(*g.to).Exported = true
	}
	e.makeAlloc()
	e.makeOwners()
	e.makeOver()
	e.makeCalls()
	e.makeChecks()
}

// mostBytes is the size of the largest array.
const mostBytes = 7<<29 - HeaderBytes - behind

// header is the address of the header of the array at h.
func header(h w.Local) asm.Code { return asm.Do(w.I32Sub, asm.Get(h), asm.I32(HeaderBytes)) }

// makeAlloc writes alloc(count, shift, place): a new array of count elements of
// 1 << shift bytes, with one owner. place is where the program asks for it.
func (e *Emitter) makeAlloc() {
	f := e.Func("alloc", []w.ValType{e.IntType(), w.I32, w.I32}, []w.ValType{w.I32})
	e.Alloc, f.Exports = f, []string{f.Name}
	for i, name := range []string{"count", "shift", "place"} {
		f.NameParam(i, name)
	}
	const count, shift, place = 0, 1, 2
	n := f.Local("n", w.I64)
	need, lg, class, size, h := f.Local("need", w.I32), f.Local("lg", w.I32), f.Local("class", w.I32), f.Local("size", w.I32), f.Local("h", w.I32)
	long := func(c asm.Code) asm.Code { return asm.Do(w.I64ExtendI32U, c) }
	elements := asm.Get(count)
	if !e.Num.Int64 {
		elements = asm.Do(w.I64ExtendI32S, elements)
	}
	quarter := asm.Do(w.I32Sub, asm.Get(lg), asm.I32(2))
	asm.Put(f,
		asm.Set(n, elements),
		asm.Set(n, asm.Pick(asm.Do(w.I64GtS, asm.Get(n), asm.I64(0)), asm.Get(n), asm.I64(0))),
		asm.Set(n, asm.Do(w.I64Shl, asm.Pick(asm.Do(w.I64LtS, asm.Get(n), asm.I64(1<<40)), asm.Get(n), asm.I64(1<<40)), long(asm.Get(shift)))),
		asm.When(asm.Do(w.I64GtS, asm.Get(n), asm.I64(mostBytes)), e.outOfMemory(asm.Get(place), asm.Get(n))),
		asm.Set(need, asm.Do(w.I32Add, asm.Do(w.I32WrapI64, asm.Get(n)), asm.I32(HeaderBytes+behind))),
		// 2^lg <= need - 1 < 2^(lg+1), and size is the quarter of 2^lg above
		asm.Set(lg, asm.Do(w.I32Sub, asm.I32(31), asm.Do(w.I32Clz, asm.Do(w.I32Sub, asm.Get(need), asm.I32(1))))),
		asm.Set(class, asm.Do(w.I32ShrU, asm.Do(w.I32Sub, asm.Get(need), asm.I32(1)), quarter)),
		asm.Set(size, asm.Do(w.I32Shl, asm.Do(w.I32Add, asm.Get(class), asm.I32(1)), quarter)),
		asm.Set(class, asm.Do(w.I32Shl, asm.Do(w.I32Add, asm.Do(w.I32Shl, asm.Get(lg), asm.I32(2)), asm.Do(w.I32Sub, asm.Get(class), asm.I32(4))), asm.I32(2))),
		asm.Set(h, asm.Load(w.I32Load, asm.Get(class), poolsAt)),
		asm.When(asm.Do(w.I32Eqz, asm.Get(h)), asm.Set(h, e.fresh(asm.Get(class), asm.Get(size), asm.Get(place), asm.Get(n)))),
		// it is the first of its list, if it is in one
		asm.Store(w.I32Store, asm.Load(w.I32Load, header(h), classAt), poolsAt, asm.Load(w.I32Load, header(h), bytesAt)),
		asm.Store(w.I32Store, header(h), CountAt, asm.Do(w.I32WrapI64, asm.Do(w.I64ShrU, asm.Get(n), long(asm.Get(shift))))),
		asm.Store(w.I32Store, header(h), ownersAt, asm.I32(1)),
		asm.Store(w.I32Store, header(h), bytesAt, asm.Do(w.I32WrapI64, asm.Get(n))),
		asm.Add(e.arrays, asm.I32(1)),
		asm.Add(e.live, asm.I32(1)),
		asm.Add(e.bytes, asm.Do(w.I32WrapI64, asm.Get(n))),
		asm.SetGlobal(e.peakBytes, asm.Pick(asm.Do(w.I32GtU, asm.Global(e.bytes), asm.Global(e.peakBytes)), asm.Global(e.bytes), asm.Global(e.peakBytes))),
		asm.Get(h),
	)
}

// outOfMemory ends the program.
func (e *Emitter) outOfMemory(place, bytes asm.Code) asm.Code {
	return func(f *w.Func) {
		asm.CallOf(e.Fail, asm.I32(FailMemory), place, bytes)(f)
		f.Op(w.Unreachable)
	}
}

// largerClasses is how many classes above its own are looked at for an array when
// much is held: blocks of four times the size.
const largerClasses = 9

// fresh is a call of a function that makes a free block: of its class, at the end
// of the heap, or a larger one. More than a quarter above the most bytes of arrays so
// far is held only if no block of a similar size is free.
func (e *Emitter) fresh(class, size, place, bytes asm.Code) asm.Code {
	f := e.Func("fresh", []w.ValType{w.I32, w.I32, w.I32, w.I64}, []w.ValType{w.I32})
	for i, name := range []string{"class", "size", "place", "bytes"} {
		f.NameParam(i, name)
	}
	const classOf, sizeOf, placeOf, bytesOf = 0, 1, 2, 3
	pages, h, at := f.Local("pages", w.I32), f.Local("h", w.I32), f.Local("at", w.I32)
	end := asm.Do(w.I64Add, asm.Do(w.I64ExtendI32U, asm.Global(e.heap)), asm.Do(w.I64ExtendI32U, asm.Get(sizeOf)))
	// a block of a class before the one at bytes end, if there is one free
	search := func(end asm.Code) asm.Code {
		return asm.Repeat(asm.Do(w.I32LtU, asm.Get(at), end),
			asm.Set(h, asm.Load(w.I32Load, asm.Get(at), poolsAt)),
			asm.When(asm.Get(h), asm.Get(h), asm.Do(w.Return)),
			asm.Set(at, asm.Do(w.I32Add, asm.Get(at), asm.I32(4))))
	}
	// grow by what is needed and half of what there is, or by what is needed
	failed := func(more asm.Code) asm.Code { return asm.Do(w.I32Eq, asm.Do(w.MemoryGrow, more), asm.I32(-1)) }
	similar := asm.Do(w.I32Add, asm.Get(classOf), asm.I32(4*largerClasses))
	held := asm.Do(w.I32Sub, asm.Global(e.heap), asm.Global(e.heapFirst))
	asm.Put(f,
		asm.Set(at, asm.Get(classOf)),
		asm.When(asm.Do(w.I32GtU, held, asm.Do(w.I32Add, asm.Global(e.peakBytes), asm.Do(w.I32ShrU, asm.Global(e.peakBytes), asm.I32(2)))),
			search(asm.Pick(asm.Do(w.I32LtU, similar, asm.I32(poolsBytes)), similar, asm.I32(poolsBytes)))),
		asm.Set(pages, asm.Do(w.I32WrapI64, asm.Do(w.I64ShrU, asm.Do(w.I64Add, end, asm.I64(w.PageSize-1)), asm.I64(16)))),
		asm.When(asm.Do(w.I32GtU, asm.Get(pages), asm.Do(w.MemorySize)),
			asm.Set(pages, asm.Do(w.I32Sub, asm.Get(pages), asm.Do(w.MemorySize))),
			asm.When(failed(asm.Do(w.I32Add, asm.Get(pages), asm.Do(w.I32ShrU, asm.Do(w.MemorySize), asm.I32(1)))),
				asm.When(failed(asm.Get(pages)),
					search(asm.I32(poolsBytes)),
					e.outOfMemory(asm.Get(placeOf), asm.Get(bytesOf))))),
		asm.Set(h, asm.Do(w.I32Add, asm.Global(e.heap), asm.I32(HeaderBytes))),
		asm.SetGlobal(e.heap, asm.Do(w.I32Add, asm.Global(e.heap), asm.Get(sizeOf))),
		asm.Store(w.I32Store, header(h), classAt, asm.Get(classOf)),
		asm.Get(h),
	)
	return asm.CallOf(f, class, size, place, bytes)
}

// makeOwners writes retain(h) and release(h), which give and take an owner; a
// block without owners goes to the list of its class.
func (e *Emitter) makeOwners() {
	const h = 0
	f := e.Func("retain", []w.ValType{w.I32}, nil)
	e.Retain, f.Exports = f, []string{f.Name}
	f.NameParam(h, "h")
	asm.Put(f, asm.Store(w.I32Store, header(h), ownersAt, asm.Do(w.I32Add, asm.Load(w.I32Load, header(h), ownersAt), asm.I32(1))))

	f = e.Func("release", []w.ValType{w.I32}, nil)
	e.Release, f.Exports = f, []string{f.Name}
	f.NameParam(h, "h")
	owners, class := f.Local("owners", w.I32), f.Local("class", w.I32)
	asm.Put(f,
		asm.Set(owners, asm.Do(w.I32Sub, asm.Load(w.I32Load, header(h), ownersAt), asm.I32(1))),
		asm.Store(w.I32Store, header(h), ownersAt, asm.Get(owners)),
		asm.When(asm.Do(w.I32Eqz, asm.Get(owners)),
			asm.Add(e.live, asm.I32(-1)),
			asm.SetGlobal(e.bytes, asm.Do(w.I32Sub, asm.Global(e.bytes), asm.Load(w.I32Load, header(h), bytesAt))),
			asm.Set(class, asm.Load(w.I32Load, header(h), classAt)),
			asm.Store(w.I32Store, header(h), bytesAt, asm.Load(w.I32Load, asm.Get(class), poolsAt)),
			asm.Store(w.I32Store, asm.Get(class), poolsAt, asm.Get(h))),
	)
}

// makeOver writes what takes over an array that has a single owner, and else makes
// a new one: over(from, count, shift, place), copied(from, shift, place), which
// always makes one, and copied_over(from, shift, place).
func (e *Emitter) makeOver() {
	const from = 0
	single := asm.Do(w.I32Eq, asm.Load(w.I32Load, header(from), ownersAt), asm.I32(1))
	count := asm.Load(w.I32Load, header(from), CountAt)
	if e.Num.Int64 {
		count = asm.Do(w.I64ExtendI32U, count)
	}
	equal := w.I32Eq
	if e.Num.Int64 {
		equal = w.I64Eq
	}
	taken := func(f *w.Func) {
		asm.Put(f, asm.Store(w.I32Store, header(from), ownersAt, asm.I32(2)), asm.Add(e.reused, asm.I32(1)), asm.Get(from))
	}
	name := func(f *w.Func, names ...string) {
		for i, n := range names {
			f.NameParam(i, n)
		}
	}

	f := e.Func("over", []w.ValType{w.I32, e.IntType(), w.I32, w.I32}, []w.ValType{w.I32})
	e.Over = f
	name(f, "from", "count", "shift", "place")
	asm.Put(f, asm.Either(w.I32, asm.Do(w.I32And, single, asm.Do(equal, count, asm.Get(1))), taken, asm.CallOf(e.Alloc, asm.Get(1), asm.Get(2), asm.Get(3))))

	f = e.Func("copied", []w.ValType{w.I32, w.I32, w.I32}, []w.ValType{w.I32})
	e.Copied = f
	name(f, "from", "shift", "place")
	h := f.Local("h", w.I32)
	asm.Put(f,
		asm.Set(h, asm.CallOf(e.Alloc, count, asm.Get(1), asm.Get(2))),
		asm.Get(h), asm.Get(from), asm.Load(w.I32Load, header(h), bytesAt), (*w.Func).MemoryCopy,
		asm.Get(h))

	f = e.Func("copied_over", []w.ValType{w.I32, w.I32, w.I32}, []w.ValType{w.I32})
	e.CopiedOver = f
	name(f, "from", "shift", "place")
	asm.Put(f, asm.Either(w.I32, single, taken, asm.CallOf(e.Copied, asm.Get(0), asm.Get(1), asm.Get(2))))
}
