package emit

// The allocator. A block has the size of its class, classes are quarters of
// powers of two; free blocks of a class are a list. A block that no list has is
// taken from the end of the heap, for which memory grows; if it cannot, or much is
// free, from the list of a larger class.

import w "nessiec/backends/wasm/encode"

// The runtime is the functions and variables that all modules have.
type runtime struct {
	fail, poll                             *w.Func // imported
	alloc, over, copied, copiedOver        *w.Func
	retain, release                        *w.Func
	moreCalls, pause                       *w.Func
	heap, heapFirst                        *w.Global // where it ends and begins
	callsTop, callsFirst, callsEnd         *w.Global
	fuel                                   *w.Global
	launches, reads                        *w.Global
	arrays, reused, live, bytes, peakBytes *w.Global
}

// makeRuntime declares and writes them.
func (e *emitter) makeRuntime() {
	e.fail = e.Import(From, "fail", []w.ValType{w.I32, w.I32, w.I64}, nil)
	e.poll = e.Import(From, "poll", nil, nil)
	e.heap, e.heapFirst = e.Global("heap"), e.Global("heap_first")
	e.localsAt = e.Global("locals")
	e.fuel = e.Global("fuel")
	e.fuel.Init = fuelAtOnce
	for _, g := range []struct {
		to   **w.Global
		name string
	}{
		{&e.launches, "stat_launches"}, {&e.reads, "stat_reads"}, {&e.arrays, "stat_arrays"}, {&e.reused, "stat_reused"}, {&e.live, "stat_live"}, {&e.bytes, "stat_bytes"}, {&e.peakBytes, "stat_peak"},
		{&e.callsTop, "calls_top"}, {&e.callsFirst, "calls_first"}, {&e.callsEnd, "calls_end"},
	} {
		*g.to = e.Global(g.name)
		(*g.to).Exported = true
	}
	e.makeAlloc()
	e.makeOwners()
	e.makeOver()
	e.makeCalls()
}

// mostBytes is the size of the largest array.
const mostBytes = 7<<29 - headerBytes - behind

// header is the address of the header of the array at h.
func header(h w.Local) code { return do(w.I32Sub, get(h), i32(headerBytes)) }

// makeAlloc writes alloc(count, shift, place): a new array of count elements of
// 1 << shift bytes, with one owner. place is where the program asks for it.
func (e *emitter) makeAlloc() {
	f := e.Func("alloc", []w.ValType{e.intType(), w.I32, w.I32}, []w.ValType{w.I32})
	e.alloc, f.Exports = f, []string{f.Name}
	for i, name := range []string{"count", "shift", "place"} {
		f.NameParam(i, name)
	}
	const count, shift, place = 0, 1, 2
	n := f.Local("n", w.I64)
	need, lg, class, size, h := f.Local("need", w.I32), f.Local("lg", w.I32), f.Local("class", w.I32), f.Local("size", w.I32), f.Local("h", w.I32)
	long := func(c code) code { return do(w.I64ExtendI32U, c) }
	elements := get(count)
	if !e.Num.Int64 {
		elements = do(w.I64ExtendI32S, elements)
	}
	quarter := do(w.I32Sub, get(lg), i32(2))
	put(f,
		set(n, elements),
		set(n, pick(do(w.I64GtS, get(n), i64(0)), get(n), i64(0))),
		set(n, do(w.I64Shl, pick(do(w.I64LtS, get(n), i64(1<<40)), get(n), i64(1<<40)), long(get(shift)))),
		when(do(w.I64GtS, get(n), i64(mostBytes)), e.outOfMemory(get(place), get(n))),
		set(need, do(w.I32Add, do(w.I32WrapI64, get(n)), i32(headerBytes+behind))),
		// 2^lg <= need - 1 < 2^(lg+1), and size is the quarter of 2^lg above
		set(lg, do(w.I32Sub, i32(31), do(w.I32Clz, do(w.I32Sub, get(need), i32(1))))),
		set(class, do(w.I32ShrU, do(w.I32Sub, get(need), i32(1)), quarter)),
		set(size, do(w.I32Shl, do(w.I32Add, get(class), i32(1)), quarter)),
		set(class, do(w.I32Shl, do(w.I32Add, do(w.I32Shl, get(lg), i32(2)), do(w.I32Sub, get(class), i32(4))), i32(2))),
		set(h, load(w.I32Load, get(class), poolsAt)),
		when(do(w.I32Eqz, get(h)), set(h, e.fresh(get(class), get(size), get(place), get(n)))),
		// it is the first of its list, if it is in one
		store(w.I32Store, load(w.I32Load, header(h), classAt), poolsAt, load(w.I32Load, header(h), bytesAt)),
		store(w.I32Store, header(h), countAt, do(w.I32WrapI64, do(w.I64ShrU, get(n), long(get(shift))))),
		store(w.I32Store, header(h), ownersAt, i32(1)),
		store(w.I32Store, header(h), bytesAt, do(w.I32WrapI64, get(n))),
		add(e.arrays, i32(1)),
		add(e.live, i32(1)),
		add(e.bytes, do(w.I32WrapI64, get(n))),
		setGlobal(e.peakBytes, pick(do(w.I32GtU, global(e.bytes), global(e.peakBytes)), global(e.bytes), global(e.peakBytes))),
		get(h),
	)
}

// outOfMemory ends the program.
func (e *emitter) outOfMemory(place, bytes code) code {
	return func(f *w.Func) {
		callOf(e.fail, i32(FailMemory), place, bytes)(f)
		f.Op(w.Unreachable)
	}
}

// largerClasses is how many classes above its own are looked at for an array when
// much is held: blocks of four times the size.
const largerClasses = 9

// fresh is a call of a function that makes a free block: of its class, at the end
// of the heap, or a larger one. More than a quarter above the most bytes of arrays so
// far is held only if no block of a similar size is free.
func (e *emitter) fresh(class, size, place, bytes code) code {
	f := e.Func("fresh", []w.ValType{w.I32, w.I32, w.I32, w.I64}, []w.ValType{w.I32})
	for i, name := range []string{"class", "size", "place", "bytes"} {
		f.NameParam(i, name)
	}
	const classOf, sizeOf, placeOf, bytesOf = 0, 1, 2, 3
	pages, h, at := f.Local("pages", w.I32), f.Local("h", w.I32), f.Local("at", w.I32)
	end := do(w.I64Add, do(w.I64ExtendI32U, global(e.heap)), do(w.I64ExtendI32U, get(sizeOf)))
	// a block of a class before the one at bytes end, if there is one free
	search := func(end code) code {
		return repeat(do(w.I32LtU, get(at), end),
			set(h, load(w.I32Load, get(at), poolsAt)),
			when(get(h), get(h), do(w.Return)),
			set(at, do(w.I32Add, get(at), i32(4))))
	}
	// grow by what is needed and half of what there is, or by what is needed
	failed := func(more code) code { return do(w.I32Eq, do(w.MemoryGrow, more), i32(-1)) }
	similar := do(w.I32Add, get(classOf), i32(4*largerClasses))
	held := do(w.I32Sub, global(e.heap), global(e.heapFirst))
	put(f,
		set(at, get(classOf)),
		when(do(w.I32GtU, held, do(w.I32Add, global(e.peakBytes), do(w.I32ShrU, global(e.peakBytes), i32(2)))),
			search(pick(do(w.I32LtU, similar, i32(poolsBytes)), similar, i32(poolsBytes)))),
		set(pages, do(w.I32WrapI64, do(w.I64ShrU, do(w.I64Add, end, i64(w.PageSize-1)), i64(16)))),
		when(do(w.I32GtU, get(pages), do(w.MemorySize)),
			set(pages, do(w.I32Sub, get(pages), do(w.MemorySize))),
			when(failed(do(w.I32Add, get(pages), do(w.I32ShrU, do(w.MemorySize), i32(1)))),
				when(failed(get(pages)),
					search(i32(poolsBytes)),
					e.outOfMemory(get(placeOf), get(bytesOf))))),
		set(h, do(w.I32Add, global(e.heap), i32(headerBytes))),
		setGlobal(e.heap, do(w.I32Add, global(e.heap), get(sizeOf))),
		store(w.I32Store, header(h), classAt, get(classOf)),
		get(h),
	)
	return callOf(f, class, size, place, bytes)
}

// makeOwners writes retain(h) and release(h), which give and take an owner; a
// block without owners goes to the list of its class.
func (e *emitter) makeOwners() {
	const h = 0
	f := e.Func("retain", []w.ValType{w.I32}, nil)
	e.retain, f.Exports = f, []string{f.Name}
	f.NameParam(h, "h")
	put(f, store(w.I32Store, header(h), ownersAt, do(w.I32Add, load(w.I32Load, header(h), ownersAt), i32(1))))

	f = e.Func("release", []w.ValType{w.I32}, nil)
	e.release, f.Exports = f, []string{f.Name}
	f.NameParam(h, "h")
	owners, class := f.Local("owners", w.I32), f.Local("class", w.I32)
	put(f,
		set(owners, do(w.I32Sub, load(w.I32Load, header(h), ownersAt), i32(1))),
		store(w.I32Store, header(h), ownersAt, get(owners)),
		when(do(w.I32Eqz, get(owners)),
			add(e.live, i32(-1)),
			setGlobal(e.bytes, do(w.I32Sub, global(e.bytes), load(w.I32Load, header(h), bytesAt))),
			set(class, load(w.I32Load, header(h), classAt)),
			store(w.I32Store, header(h), bytesAt, load(w.I32Load, get(class), poolsAt)),
			store(w.I32Store, get(class), poolsAt, get(h))),
	)
}

// makeOver writes what takes over an array that has a single owner, and else makes
// a new one: over(from, count, shift, place), copied(from, shift, place), which
// always makes one, and copied_over(from, shift, place).
func (e *emitter) makeOver() {
	const from = 0
	single := do(w.I32Eq, load(w.I32Load, header(from), ownersAt), i32(1))
	count := load(w.I32Load, header(from), countAt)
	if e.Num.Int64 {
		count = do(w.I64ExtendI32U, count)
	}
	equal := w.I32Eq
	if e.Num.Int64 {
		equal = w.I64Eq
	}
	taken := func(f *w.Func) {
		put(f, store(w.I32Store, header(from), ownersAt, i32(2)), add(e.reused, i32(1)), get(from))
	}
	name := func(f *w.Func, names ...string) {
		for i, n := range names {
			f.NameParam(i, n)
		}
	}

	f := e.Func("over", []w.ValType{w.I32, e.intType(), w.I32, w.I32}, []w.ValType{w.I32})
	e.over = f
	name(f, "from", "count", "shift", "place")
	put(f, either(w.I32, do(w.I32And, single, do(equal, count, get(1))), taken, callOf(e.alloc, get(1), get(2), get(3))))

	f = e.Func("copied", []w.ValType{w.I32, w.I32, w.I32}, []w.ValType{w.I32})
	e.copied = f
	name(f, "from", "shift", "place")
	h := f.Local("h", w.I32)
	put(f,
		set(h, callOf(e.alloc, count, get(1), get(2))),
		get(h), get(from), load(w.I32Load, header(h), bytesAt), (*w.Func).MemoryCopy,
		get(h))

	f = e.Func("copied_over", []w.ValType{w.I32, w.I32, w.I32}, []w.ValType{w.I32})
	e.copiedOver = f
	name(f, "from", "shift", "place")
	put(f, either(w.I32, single, taken, callOf(e.copied, get(0), get(1), get(2))))
}
